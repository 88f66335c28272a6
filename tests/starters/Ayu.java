// A legal player of Ayu (CodeCup 2015) in Java, to begin with: it plays at random. In a copy Mine.java rename the class, too.
//
// For another game replace `Move`, `start`, `parse`, `name`, `play` and `legalMoves`; `main` talks to the jury and stays nearly as
// it is. For a better player replace `choose`. Rules and protocol of Ayu: the head of ayu.rs.
// Try it: make play GAME=ayu A=tests/starters/Ayu.java B=random

import java.io.*;
import java.util.*;

class Ayu {
    static final int SIDE = 11, POINTS = SIDE * SIDE, EMPTY = 0, WHITE = 1, BLACK = 2;

    // The rules. A point is row * SIDE + column, and a board is what is on each point.
    record Move(int from, int to) {}

    static List<Integer> neighbours(int point) {
        List<Integer> found = new ArrayList<>();
        if (point >= SIDE) found.add(point - SIDE);
        if (point % SIDE > 0) found.add(point - 1);
        if (point % SIDE < SIDE - 1) found.add(point + 1);
        if (point < POINTS - SIDE) found.add(point + SIDE);
        return found;
    }

    static int[] start() {
        int[] board = new int[POINTS];
        for (int p = 0; p < POINTS; p++) board[p] = p / SIDE % 2 == p % SIDE % 2 ? EMPTY : p / SIDE % 2 == 0 ? WHITE : BLACK;
        return board;
    }

    static int parsePoint(String word) { return (Integer.parseInt(word.substring(1)) - 1) * SIDE + word.charAt(0) - 'A'; }

    /** `B4-A3` */
    static Move parse(String line) {
        String[] words = line.split("-");
        return new Move(parsePoint(words[0]), parsePoint(words[1]));
    }

    static String name(int point) { return "ABCDEFGHIJK".charAt(point % SIDE) + String.valueOf(point / SIDE + 1); }

    static void play(int[] board, int side, Move move) {
        board[move.to] = side;
        board[move.from] = EMPTY;
    }

    /** The points of the set that hang together with the first. */
    static Set<Integer> connected(int first, Set<Integer> points) {
        List<Integer> queue = new ArrayList<>(List.of(first));
        Set<Integer> found = new HashSet<>(queue);
        for (int i = 0; i < queue.size(); i++)
            for (int n : neighbours(queue.get(i))) if (points.contains(n) && found.add(n)) queue.add(n);
        return found;
    }

    static Set<Integer> pieces(int[] board, int side) {
        Set<Integer> found = new HashSet<>();
        for (int point = 0; point < POINTS; point++) if (board[point] == side) found.add(point);
        return found;
    }

    /** For the empty points that reach a goal: how many of them a shortest way there takes, the first one counted; else 0. */
    static int[] distances(int[] board, Set<Integer> goals) {
        int[] steps = new int[POINTS];
        List<Integer> queue = new ArrayList<>(goals);
        for (int i = 0; i < queue.size(); i++)
            for (int n : neighbours(queue.get(i)))
                if (board[n] == EMPTY && steps[n] == 0) {
                    steps[n] = steps[queue.get(i)] + 1;
                    queue.add(n);
                }
        return steps;
    }

    /** A piece goes to another point next to its unit, which stays whole and comes nearer to the nearest other one. */
    static List<Move> legalMoves(int[] board, int side) {
        List<Move> moves = new ArrayList<>();
        Set<Integer> all = pieces(board, side), waiting = new HashSet<>(all);
        while (!waiting.isEmpty()) {
            Set<Integer> unit = connected(waiting.iterator().next(), all), others = new HashSet<>(all);
            waiting.removeAll(unit);
            others.removeAll(unit);
            int[] steps = distances(board, others);
            Set<Integer> around = new HashSet<>();
            for (int piece : unit) for (int n : neighbours(piece)) if (steps[n] > 0) around.add(n);
            int nearest = around.stream().mapToInt(n -> steps[n]).min().orElse(0);
            for (int to : around)
                for (int from : unit) {
                    Set<Integer> moved = new HashSet<>(unit);
                    moved.remove(from);
                    moved.add(to);
                    boolean whole = unit.size() == 1 || connected(to, moved).size() == unit.size();
                    if (whole && steps[to] == nearest) moves.add(new Move(from, to));
                }
        }
        return moves;
    }

    /** The player: here thinking begins. */
    static Move choose(int[] board, int side, List<Move> moves) { return moves.get(new Random().nextInt(moves.size())); }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        int[] board = start();
        int side = BLACK;
        for (String line = input.readLine(); line != null && !line.equals("Quit"); line = input.readLine()) {
            if (line.isBlank()) continue;
            if (line.equals("Start")) side = WHITE;
            else play(board, WHITE + BLACK - side, parse(line));
            List<Move> moves = legalMoves(board, side);
            if (moves.isEmpty()) continue; // The game is over, and we have won.
            Move move = choose(board, side, moves);
            play(board, side, move);
            String text = name(move.from) + "-" + name(move.to);
            // At most one line a move; of `depth 3 score +1.5` the jury draws curves.
            System.err.println(text + " of " + moves.size() + " moves");
            System.out.println(text);
            System.out.flush(); // Without it the line may stay in a buffer, and the jury waits until our time is over.
        }
    }
}
