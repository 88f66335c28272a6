// A legal player of Ayu (CodeCup 2015) in C++, to begin with: it plays at random.
//
// For another game replace `Move`, `Board`, `start`, `parse`, `name`, `play` and `legal_moves`; `main` talks to the jury and stays
// nearly as it is. For a better player replace `choose`. Rules and protocol of Ayu: the head of ayu.rs.
// Try it: make play GAME=ayu A=tests/starters/ayu.cpp B=random

#include <array>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>
using namespace std;

const int SIDE = 11, POINTS = SIDE * SIDE, EMPTY = 0, WHITE = 1, BLACK = 2, WALL = 3;

// The rules. A point is row * SIDE + column, and a board is what is on each point.
struct Move { int from, to; };
using Board = array<int, POINTS>;

vector<int> neighbours(int point) {
    vector<int> found;
    if (point >= SIDE) found.push_back(point - SIDE);
    if (point % SIDE > 0) found.push_back(point - 1);
    if (point % SIDE < SIDE - 1) found.push_back(point + 1);
    if (point < POINTS - SIDE) found.push_back(point + SIDE);
    return found;
}

Board start() {
    Board board;
    for (int p = 0; p < POINTS; p++) board[p] = p / SIDE % 2 == p % SIDE % 2 ? EMPTY : p / SIDE % 2 == 0 ? WHITE : BLACK;
    return board;
}

// `stoi` reads up to the dash.
int parse_point(const string &word) { return (stoi(word.substr(1)) - 1) * SIDE + word[0] - 'A'; }

// `B4-A3`
Move parse(const string &line) { return {parse_point(line), parse_point(line.substr(line.find('-') + 1))}; }

string name(int point) { return char('A' + point % SIDE) + to_string(point / SIDE + 1); }
string name(const Move &move) { return name(move.from) + "-" + name(move.to); }

void play(Board &board, int side, const Move &move) {
    board[move.to] = side;
    board[move.from] = EMPTY;
}

// The points of this kind that hang together with the first.
vector<int> connected(const Board &board, int first, int kind) {
    vector<int> found = {first};
    vector<bool> seen(POINTS);
    seen[first] = true;
    for (size_t i = 0; i < found.size(); i++)
        for (int n : neighbours(found[i]))
            if (board[n] == kind && !seen[n]) seen[n] = true, found.push_back(n);
    return found;
}

// For the empty points that reach a piece of this kind: how many of them a shortest way there takes, the first one counted.
array<int, POINTS> distances(const Board &board, int kind) {
    array<int, POINTS> steps = {};
    vector<int> queue;
    for (int p = 0; p < POINTS; p++)
        if (board[p] == kind) queue.push_back(p);
    for (size_t i = 0; i < queue.size(); i++)
        for (int n : neighbours(queue[i]))
            if (board[n] == EMPTY && steps[n] == 0) steps[n] = steps[queue[i]] + 1, queue.push_back(n);
    return steps;
}

// A piece goes to another point next to its unit, which stays whole and comes nearer to the nearest other one.
vector<Move> legal_moves(const Board &board, int side) {
    vector<Move> moves;
    Board waiting = board;
    for (int first = 0; first < POINTS; first++) {
        if (waiting[first] != side) continue;
        vector<int> unit = connected(board, first, side);
        Board others = board, alone = {};
        for (int p : unit) waiting[p] = others[p] = WALL, alone[p] = side;
        auto steps = distances(others, side);
        set<int> around;
        int nearest = POINTS;
        for (int p : unit)
            for (int n : neighbours(p))
                if (steps[n] > 0) around.insert(n), nearest = min(nearest, steps[n]);
        for (int to : around)
            for (int from : unit) {
                Board after = alone;
                play(after, side, {from, to});
                bool whole = unit.size() == 1 || connected(after, to, side).size() == unit.size();
                if (whole && steps[to] == nearest) moves.push_back({from, to});
            }
    }
    return moves;
}

// The player: here thinking begins.
mt19937 dice(random_device{}());
Move choose(const Board &, int, const vector<Move> &moves) { return moves[dice() % moves.size()]; }

int main() {
    Board board = start();
    int side = BLACK;
    string line;
    while (cin >> line && line != "Quit") {
        if (line == "Start") side = WHITE;
        else play(board, WHITE + BLACK - side, parse(line));
        vector<Move> moves = legal_moves(board, side);
        if (moves.empty()) continue; // The game is over, and we have won.
        Move move = choose(board, side, moves);
        play(board, side, move);
        // At most one line a move; of `depth 3 score +1.5` the jury draws curves.
        cerr << name(move) << " of " << moves.size() << " moves\n";
        // `endl` also flushes: without that the line stays in a buffer, and the jury waits until our time is over.
        cout << name(move) << endl;
    }
}
