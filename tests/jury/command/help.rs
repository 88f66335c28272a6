//! What `jury help` says.

use jury::rules::games;
use jury::text::words;

const COMMANDS: &str = "\
jury play GAME A B            one game: board after every move, result, transcript
jury play GAME human B        you against B (or A human: A begins): type `help` when you are asked
jury board GAME [A] [B]       the same in the browser, by clicks: you (human) against a program, or two programs
jury board --resume FILE      goes on with a game that was left there
jury board --watch FOLDER     what is played there, here or elsewhere: a match, a tournament, many; games move by move
jury match GAME A B           paired games: same start, sides swapped
jury match --resume FOLDER    goes on with an interrupted match
jury summary FOLDER...        of one match played in parts: the result of all of them together
jury tournament GAME P1 P2 P3 ...   all against all: table, Elo, each against each
jury tournament --resume FOLDER [P ...]   goes on with an interrupted one, or prints its tables again; adds programs
jury pool GAME A              A against every partner of the game and against our player's past: points a game, beside
                              the record in tests/pools/GAME.txt
jury pool --resume FOLDER     goes on with an interrupted one
jury check FILE...            replays transcripts by the rules
jury show FILE|FOLDER...      pages for the browser (transcripts, matches, tournaments, all in a folder), beside the
                              transcripts, or in --out FOLDER
jury soak GAME [PROGRAM]      whole games with stops and sudden ends: a table of faults
jury setup GAME SEED          prints what the jury gives in the game of that seed (a map, tiles)
jury idea GAME NAME           plays a player against its copy with tests/ideas/GAME/NAME.patch applied
jury ideas [GAME]             the table of all ideas: what each part of a player wins, and its lines (`make ideas`)
jury new NAME                 the files of a new game, which plays a toy game at once; --kind at-once: both choose at the
                              same time (default: turns)
jury help [COMMAND]           this text, or what concerns one command; `jury --version`
jury PARTNER GAME [SECONDS [SEED]]   a sparring partner that speaks the contest's protocol
";

const WORDS: &str = "\
GAME     one of those below
PARTNER  random, greedy, or what else the game has
A, B     a sparring partner, a source file (.rs .c .cpp .java .py and others, built as the contest does), a
         program, any command, or git:REV or git:REV:FILE, our player or that file as it was at a commit.
         NAME= before it is what it is called (else by its file). It is started bare, as the contest starts it;
         {seconds} and {seed} in a command are replaced for each game, and so is {past}: the lines that it has
         written already, joined by `;`, where it is to go on from the middle of a game (`board`), else nothing.
         Partners and our players get them: a player, source or built, is ours if it says of a bad argument
         that it expected \"seconds for the
         whole game as the first argument\"
";

/// Each head names the commands that have the options below it.
const OPTIONS: &str = "\
of play, board, match, tournament, pool, soak, idea
  --time S      seconds for a whole game (default: the contest's; idea: 3)
  --seed N      of the start and of the programs' seeds (default: play and idea from the clock, else 1)
  --memory LIMIT   what a program may use: a size of resident memory (300M), `today` (2G, the default), `year`
                (64M of address space as in the games' years; default of idea, and of soak with our player),
                address:300M, none
  --no-suspend  let a program run while the other one thinks
of play, board, match, tournament
  --memory-of NAME LIMIT   the same for one program, by its name
of play, board, match
  --time-a S    --time-b S   the same for one of the two
of play, board, match, tournament, soak
  --copy FOLDER copy the folder first; what a command names in it is the copy (for programs of several
                files; without it such a command runs where it lies, and its files must not change)
of match, tournament
  --unwatched   plays a command of which no file is known that could be watched
  --board       its page in the browser while it is played
of board, match, tournament
  --port N      (default: a free one)
  --listen ADDRESS   of this machine, for others to come in (default: 127.0.0.1, which they cannot reach)
  --no-open     does not open the browser
of play, board
  --out FILE    the transcript (default: matches/play-GAME-SEED.txt, matches/board-GAME-SEED.txt)
of play
  --setup FILE  the start as `jury setup` prints it (default: from the seed)
  --from FILE   goes on with a game that a person left
  --quiet       no boards
  --no-log      not what the programs write to stderr
  --verbose     also memory, processor time and exit code, and what the jury itself costs
of match, tournament, pool, soak, idea
  --games N     number of games, made even (default: match and idea 100, tournament and pool 20 between
                every two, soak 60)
of match, tournament
  --openings N  the first N lines of each two games by lot, for games that always start alike (Ayu, Symple, Lamistra)
                and programs that take {past}
of match, tournament, pool, idea
  --jobs J      games at the same time (default 1); more than there are processors only with --force
  --affinity    each of them on processors of its own
  --dir FOLDER  transcripts and copies of the programs (default: a new one under matches/)
of match, tournament, summary
  --json FILE   the result for programs
of match
  --sprt ELO0 ELO1   stop as soon as one of the two hypotheses is accepted (5 % errors)
  --part K/N    only each Nth pair from the Kth, the rest elsewhere; join them by `jury summary`
of match, summary
  --verbose     every figure, not only the answer
  --exit-code   0: A is stronger, 3: weaker, 4: the two are within 20 Elo, 5: not decided, 6: a program
                forfeited (without it 0, and 6 when one forfeited all of its first ten games)
of summary
  --into FOLDER the whole match as a folder of its own
of tournament
  --gauntlet    only P1 against all others
of pool
  --time-a S    of the player; all others have those of --time
  --record      writes the rows into the record, in the place of those of the same times
of soak
  --game K      only game number K, to see a fault again
of idea
  --nodes N     nodes for a decision instead of seconds, for both; N/M: N for the file, M for the copy
  --record      writes the measurement into the patch
of idea, ideas
  --bench N     what `make bench` says of the file today: older measurements are marked
of ideas
  --depth       writes into each head what the copy needs to come as deep as the file
  --old         the names of the ideas whose measurement is old
";

/// Everything, or what concerns one command. An error if there is no such command.
pub fn text(command: Option<&str>) -> Result<String, String> {
    let mut table = "games and their sparring partners\n".to_string();
    for game in games::TABLE {
        table += &format!("  {:13} {}; {} s; {}\n", game.name, game.title, game.seconds, game.partners.join(", "));
    }
    let Some(command) = command else {
        return Ok(format!("{}\n{}\noptions\n{}\n{}", COMMANDS, WORDS, OPTIONS, table));
    };
    let begin = format!("jury {} ", command);
    let mut text: String = entries(COMMANDS).into_iter().filter(|entry| entry.starts_with(&begin)).collect();
    if text.is_empty() {
        return Err(unknown(command));
    }
    if text.contains(" A B") || text.contains(" P1 ") || text.contains("PROGRAM") {
        text += &format!("\n{}", WORDS);
    }
    let own = options_of(command);
    if !own.is_empty() {
        text += &format!("\noptions\n{}", own);
    }
    Ok(if text.contains("GAME") { format!("{}\n{}", text, table) } else { text })
}

/// Says that there is no such command.
pub fn unknown(command: &str) -> String {
    let commands = COMMANDS.lines().filter_map(|line| line.strip_prefix("jury ")?.split(' ').next());
    let commands = commands.chain(games::TABLE.iter().flat_map(|game| game.partners).copied());
    format!("no command {:?}{}; `jury help` lists them", command, words::meant(command, commands))
}

/// Lines, each with those below it that are indented more.
fn entries(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines() {
        match all.last_mut() {
            Some(last) if line.starts_with("        ") => *last += &format!("{}\n", line),
            _ => all.push(format!("{}\n", line)),
        }
    }
    all
}

fn options_of(command: &str) -> String {
    let mut ours = false;
    let mine = |entry: &String| {
        if let Some(commands) = entry.strip_prefix("of ") {
            ours = commands.split([',', ' ', '\n']).any(|word| word == command);
        }
        ours && entry.starts_with("  ")
    };
    entries(OPTIONS).into_iter().filter(mine).collect()
}
