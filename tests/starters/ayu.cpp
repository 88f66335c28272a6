// Ayu (CodeCup 2015), the plain player in C++17: the same program as ayu.rs beside it. Read it from top to bottom.
//
// The rules in short. On 11 x 11 points each side has 30 pieces. Pieces of one side that touch, up, down or to the
// sides, are a unit. At the start each piece is one. A move takes a piece of a unit to an empty point beside the unit.
// Afterwards the unit must be whole, and nearer to the nearest other unit of its side than before. The distance is
// the number of empty points on a shortest way over empty points. Nothing is ever captured. A side that is on turn and
// cannot move has won: its units have joined, or walls keep them apart.
// Protocol: White reads `Start`, Black White's first move, such as `B4-A3`: from B4 to A3. `Quit` ends the program.
// Method: a search tries each move, each answer to it, each answer to that, and so on. At the end of each line an
// evaluation counts how many empty points a side still has to fill to join its units.
#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <vector>
using namespace std;
using Clock = chrono::steady_clock;
const double GAME_SECONDS = 30; // what the contest gives a program for a whole game

// ---- Rules: what stands where, and which moves are legal ------------------------------------------------------------
// The 11 x 11 points lie in a square of 13 x 13 whose outer points are edge. So every point has four neighbours.
//
//     row 12  E E E ... E E      E the edge, w a white piece, . an empty point
//     row 11  E . w ... . E      point = 13 * row + column: A1 is 14, B1 is 15, A2 is 27
//     row 1   E . w ... . E
//     row 0   E E E ... E E
//               A B     K
const int ROW = 13, POINTS = ROW * ROW;
const int EMPTY = 2, EDGE = 3; // what is on a point: 0 a white piece, 1 a black one, 2 nothing, 3 edge
const int FAR = 255;           // steps: more than any way has, so there is no way
array<int, 4> beside(int point) { return {point - ROW, point - 1, point + 1, point + ROW}; } // down, left, right, up
struct Move {
    int from = 0, to = 0; // the point that the piece leaves, and the point where it goes
    bool operator==(const Move &other) const { return from == other.from && to == other.to; }
};

string name(int point) { return char('@' + point % ROW) + to_string(point / ROW); } // '@' is the character before 'A'
string name(const Move &move) { return name(move.from) + "-" + name(move.to); }
struct Ways {
    array<int, POINTS> steps, origin; // for each point: how many steps away it is, and from which start
};
struct Board {
    array<int, POINTS> points; // what is on each point
    int turn = 0;              // the side on turn: 0 is White, 1 Black
    // The start: White in odd rows and even columns, Black in even rows and odd columns. No two pieces touch.
    Board() {
        points.fill(EDGE);
        for (int row = 1; row < 12; row++)
            for (int column = 1; column < 12; column++)
                points[ROW * row + column] = row % 2 == column % 2 ? EMPTY : row % 2 == 1 ? 0 : 1;
    }
    // The position after a move. This one stays as it is, so no move has to be taken back.
    Board play(const Move &move) const {
        Board after = *this;
        swap(after.points[move.from], after.points[move.to]);
        after.turn = 1 - turn;
        return after;
    }
    // All points that hold this: 0, 1 or EMPTY.
    vector<int> all(int what) const {
        vector<int> found;
        for (int point = 0; point < POINTS; point++)
            if (points[point] == what) found.push_back(point);
        return found;
    }
    // The move that is written so, legal or not, if it takes a piece of the side on turn to an empty point.
    optional<Move> parse(const string &text) const {
        for (int from : all(turn))
            for (int to : all(EMPTY))
                if (name(Move{from, to}) == text) return Move{from, to};
        return {};
    }
    // Breadth-first search over neighbours that hold `what`: own pieces for a unit, empty points for the shortest ways.
    Ways spread(const vector<int> &starts, int what) const {
        Ways ways;
        ways.steps.fill(FAR);
        vector<int> queue = starts;
        for (int start : starts) ways.steps[start] = 0, ways.origin[start] = start;
        for (size_t next = 0; next < queue.size(); next++) {
            int point = queue[next];
            for (int other : beside(point))
                if (points[other] == what && ways.steps[other] == FAR) {
                    ways.steps[other] = ways.steps[point] + 1;
                    ways.origin[other] = ways.origin[point];
                    queue.push_back(other);
                }
        }
        return ways;
    }
    // All moves of the side on turn. Say `o` is the unit of a piece, and `O` another of its side:
    //
    //     . 3 2 1 O      A number says how many steps a point is away from `O`. Of the points beside the unit the
    //     o o 3 2 1      nearest are the two with a 3. A piece that goes there brings the unit nearer.
    vector<Move> legal_moves() const {
        vector<Move> moves;
        vector<int> pieces = all(turn);
        for (int from : pieces) {
            auto unit = spread({from}, turn).steps; // the piece is in it: all points that are not FAR
            vector<int> others, targets;
            for (int piece : pieces)
                if (unit[piece] == FAR) others.push_back(piece);
            auto ways = spread(others, EMPTY).steps; // the numbers of the drawing
            for (int to : all(EMPTY)) {
                auto next = beside(to);
                bool touches = any_of(next.begin(), next.end(), [&](int point) { return unit[point] < FAR; });
                if (touches && ways[to] < FAR) targets.push_back(to);
            }
            sort(targets.begin(), targets.end(), [&](int a, int b) { return ways[a] < ways[b]; });
            for (int to : targets) {
                if (ways[to] > ways[targets[0]]) break;
                // Whole: from its new point the piece reaches all others of its unit.
                auto reached = play({from, to}).spread({to}, turn).steps;
                auto is_lost = [&](int piece) { return piece != from && unit[piece] < FAR && reached[piece] == FAR; };
                if (none_of(pieces.begin(), pieces.end(), is_lost)) moves.push_back({from, to});
            }
        }
        return moves;
    }
};

// ---- Evaluation: how good a position is, without a search -----------------------------------------------------------
// What each term counts, in twentieths of a point to fill. Set by hand, and tried in games.
const array<int, 3> WEIGHTS = {
    -20, // a point to fill
    -70, // a tree (see below) at the end: when the wall around it opens, there is more to fill
    -8,  // a piece at the edge of the board: it has fewer ways
};
// About how many points has a side to fill to join its units? The method is Kruskal's for a minimum spanning tree. At
// first a piece is a tree. The shortest gap joins two trees to one, then the next shortest, and so on. Trees that are
// left in the end have walls of enemy pieces between them.
//     A . B . . C      Gaps, the shortest first: A-B has 1 point, B-C has 2. Join A and B: cost 1. Join these and C:
//                      cost 1 + 2 = 3. Now all are one tree. A gap within a tree is left out.
array<int, 3> terms(const Board &board, int side) {
    vector<int> pieces = board.all(side);
    auto [steps, origin] = board.spread(pieces, EMPTY); // all pieces spread at once, until they meet
    vector<tuple<int, int, int>> gaps;
    for (int a = ROW; a < POINTS - ROW; a++)
        for (int b : {a + 1, a + ROW})
            if (steps[a] < FAR && steps[b] < FAR && origin[a] != origin[b])
                gaps.push_back({steps[a] + steps[b], origin[a], origin[b]}); // of length 0 where two pieces touch
    sort(gaps.begin(), gaps.end());
    array<int, POINTS> tree; // the tree of each piece: at first it is one by itself
    for (int point = 0; point < POINTS; point++) tree[point] = point;
    int cost = 0, trees = pieces.size(), at_edge = 0;
    for (auto [length, a, b] : gaps) {
        int old = tree[a], now = tree[b];
        if (old == now) continue;
        replace(tree.begin(), tree.end(), old, now); // one name for both
        cost += length, trees--;
    }
    for (int piece : pieces)
        at_edge += piece / ROW % 10 == 1 || piece % ROW % 10 == 1; // row or column 1 or 11
    return {cost, trees, at_edge};
}

// The score of the position for the side on turn: its terms less those of the other side, weighted.
int evaluate(const Board &board) {
    auto own = terms(board, board.turn), other = terms(board, 1 - board.turn);
    int score = 0;
    for (int i = 0; i < 3; i++) score += WEIGHTS[i] * (own[i] - other[i]);
    return score;
}

// ---- Search: iterative deepening alpha-beta -------------------------------------------------------------------------
// A ply is one move of one side. All positions that a search of some plies visits form a tree. Each is a node. At the
// leaves stand scores of the evaluation. Above them we take the highest; the other side, on its turn, takes the lowest:
//
//        root        A: the other side can take 3 or 5, so A is worth 3. B: it can take 2, so B is worth at most 2,
//       /    \       whatever stands at the `?`. We play A. Not to look at the `?` is a cut.
//      A      B
//     / \    / \     alpha: what the side on turn is sure of, by another choice, here or at an earlier node
//    3   5  2   ?    beta: the same of the other side. At beta a node ends: the other side will not let play come here.
//
// Negamax: every score is for the side on turn at its node. So it changes its sign on the way up, and all take the
// highest; down, (alpha, beta) becomes (-beta, -alpha). B has beta -3; 2 becomes -2, more: a cut. The earlier the
// best move comes, the more is cut: moves are sorted by the evaluation after them.
const int WIN = 30000; // the score of a won game: no evaluation is so high

struct Search {
    unsigned seed;         // of all that is left to chance
    Clock::time_point end; // when the move has to be found
    Move best;             // what was found
    int score, depth;      // for the side on turn, as the evaluation counts; plies searched
    long nodes;            // positions visited
    // Searches one ply deep, then two, then three, until the time is up (iterative deepening). The last whole search
    // counts. Its best move comes first in the next one. False when there is no move.
    bool think(const Board &board) {
        vector<Move> moves = board.legal_moves();
        if (moves.empty()) return false;
        best = moves[0], score = depth = nodes = 0;
        while (auto found = alpha_beta(board, depth + 1, -WIN, WIN, best))
            score = found->first, best = found->second, depth++;
        return true;
    }
    // The score of a position and its best move. `first` is tried first. Nothing when the time is up.
    optional<pair<int, Move>> alpha_beta(const Board &board, int plies, int alpha, int beta, Move first) {
        if (Clock::now() >= end) return {};
        vector<pair<int, Move>> moves; // with a key: the lowest comes first
        for (Move move : board.legal_moves()) {
            // What is worst for the other side, and among equals by chance: to multiply mixes the bits of the seed.
            int chance = (seed ^ (POINTS * move.from + move.to)) * 0x9e3779b9u >> 26;
            int theirs = plies > 1 ? evaluate(board.play(move)) : 0;
            moves.push_back({move == first ? -99 * WIN : 64 * theirs + chance, move});
        }
        sort(moves.begin(), moves.end(), [](auto &a, auto &b) { return a.first < b.first; });
        pair<int, Move> highest = {moves.empty() ? WIN : -WIN - 1, first};
        for (auto &[key, move] : moves) {
            nodes++;
            Board after = board.play(move);
            auto below = plies == 1 ? pair(evaluate(after), Move{})
                                    : alpha_beta(after, plies - 1, -beta, -max(alpha, highest.first), Move{});
            if (!below) return {};
            if (-below->first > highest.first) highest = {-below->first, move};
            if (highest.first >= beta) break; // a cut
        }
        return highest;
    }
};

// ---- Protocol: lines in, lines out ----------------------------------------------------------------------------------
int main(int count, char **words) { // seconds for the whole game as the first argument, a seed as the second
    double left = (count > 1 ? stod(words[1]) : GAME_SECONDS) * 0.9 - 0.1; // seconds; the rest is kept back
    Search search;
    search.seed = count > 2 ? stoul(words[2]) : Clock::now().time_since_epoch().count();
    Board board;
    string line;
    for (bool first = true; cin >> line && line != "Quit"; first = false) {
        auto started = Clock::now(); // our time runs from here
        if (!first || line != "Start") {
            auto move = board.parse(line);
            if (!move) {
                cerr << "cannot use \"" << line << "\": expected a move of a piece on turn, such as B4-A3\n";
                return 2;
            }
            board = board.play(*move);
        }
        // The points to fill stand for the moves to come; 3 more, so that some time is always left.
        chrono::duration<double> seconds(max(left, 0.0) / (terms(board, board.turn)[0] + 3));
        search.end = started + chrono::duration_cast<Clock::duration>(seconds);
        if (!search.think(board)) continue; // No move: we have won.
        board = board.play(search.best);
        cerr << name(search.best) << " depth " << search.depth << showpos << " score " << search.score << noshowpos
             << " nodes " << search.nodes << "\n";
        left -= chrono::duration<double>(Clock::now() - started).count() + 0.001; // 1 ms that the clock does not see
        cout << name(search.best) << endl; // `endl` also flushes, or the line might stay in a buffer.
    }
}
