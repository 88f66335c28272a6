//! `jury board`: a game in the browser, or a folder of games to watch.

use crate::board::http::{self, Server};
use crate::board::{live, watch};
use crate::command::opening;
use crate::command::options::Asked;
use crate::command::programs::say;
use crate::count::plan;
use crate::run::place::{self, Scratch};
use crate::run::{leftovers, system};
use crate::text::print::{self, Shown};
use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::sleep;

pub fn board(asked: &Asked) -> Result<ExitCode, String> {
    if let Some(folder) = &asked.watch {
        system::watch_interrupts();
        place::said(folder, fs::read_dir(folder))?;
        if !plan::is_one(folder) {
            return Err(format!("{} is neither a match nor a tournament", folder.shown()));
        }
        let server = serve(asked)?;
        watch::serve(&server, folder)?;
        while server.is_wanted(http::CLOSED) {
            sleep(system::LOOK);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (game, round, past) = opening::open(asked)?;
    let scratch = Scratch::temporary("jury-board")?;
    system::watch_interrupts();
    let room = opening::room(asked, game, &round, &scratch)?;
    if let Some((file, players)) = live::run(|| serve(asked), room, round, past)? {
        say(&format!("the game is kept; go on with: {}\n", opening::go_on(asked, &file, game, &players)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What `--board` wants, before anything is made: its port may be taken.
pub fn asked_for(asked: &Asked) -> Result<Option<Arc<Server>>, String> {
    asked.board.then(|| open(asked)).transpose()
}

/// The folder's page is served while games are played there.
pub fn watched(asked: &Asked, board: &Option<Arc<Server>>, folder: &Path) -> Result<(), String> {
    board.as_ref().map_or(Ok(()), |server| watch::serve(server, folder).and_then(|()| tell(asked, server)))
}

/// After the games the page stays while somebody has it open.
pub fn until_closed(board: Option<Arc<Server>>) {
    while board.as_ref().is_some_and(|server| server.pages() > 0) && !system::interrupted() {
        sleep(system::LOOK);
    }
}

fn serve(asked: &Asked) -> Result<Arc<Server>, String> {
    let server = open(asked)?;
    tell(asked, &server).map(|()| server)
}

fn open(asked: &Asked) -> Result<Arc<Server>, String> {
    let (address, port) = (asked.listen.unwrap_or(Ipv4Addr::LOCALHOST.into()), asked.port.unwrap_or(0));
    Server::open(address, port).map_err(|e| format!("{}: {}", SocketAddr::from((address, port)), e))
}

/// Says where the server is, and opens the browser if there is a display.
fn tell(asked: &Asked, server: &Server) -> Result<(), String> {
    if asked.listen.is_some_and(|address| !address.is_loopback()) {
        print::err(
            "warning: whoever can reach this machine and sees the address can play along, and reads all on its way\n",
        );
    }
    let all = asked.listen.filter(IpAddr::is_unspecified);
    let elsewhere =
        all.map(|all| format!(" (elsewhere this machine's address in place of {})", all)).unwrap_or_default();
    say(&format!("the board is at {}{}\nCtrl-C ends it\n", server.address(), elsewhere))?;
    let display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if display && !asked.no_open {
        leftovers::open_in_browser(&server.address());
    }
    Ok(())
}
