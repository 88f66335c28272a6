"""A legal player of Ayu (CodeCup 2015) in Python, to begin with: it plays at random.

For another game replace `start`, `parse`, `name`, `play` and `legal_moves`; `main` talks to the jury and stays nearly as it is (if
lines come before `Start`: see spaghetti.py). For a better player replace `choose`. Rules and protocol of Ayu: the head of ayu.rs.
Try it: make play GAME=ayu A=tests/starters/ayu.py B=random
"""

import random
import sys

SIDE = 11
EMPTY, WHITE, BLACK = 0, 1, 2


# The rules. A point is row * SIDE + column, a move is a pair of points, and the board a list of what is on each point.
def neighbours(point):
    row, column = divmod(point, SIDE)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


NEIGHBOURS = [neighbours(point) for point in range(SIDE * SIDE)]


def start():
    piece = {(0, 1): WHITE, (1, 0): BLACK}
    return [piece.get((point // SIDE % 2, point % SIDE % 2), EMPTY) for point in range(SIDE * SIDE)]


def parse(line):
    """`B4-A3` as two points."""
    return tuple((int(word[1:]) - 1) * SIDE + ord(word[0]) - ord("A") for word in line.split("-"))


def name(move):
    return "-".join("ABCDEFGHIJK"[point % SIDE] + str(point // SIDE + 1) for point in move)


def play(board, side, move):
    board[move[1]], board[move[0]] = side, EMPTY


def connected(first, points):
    """The points of the set that hang together with the first."""
    found, waiting = {first}, [first]
    while waiting:
        fresh = [n for n in NEIGHBOURS[waiting.pop()] if n in points and n not in found]
        found.update(fresh)
        waiting += fresh
    return found


def units(board, side):
    pieces = {point for point in range(SIDE * SIDE) if board[point] == side}
    found = []
    while pieces:
        found.append(connected(min(pieces), pieces))
        pieces -= found[-1]
    return found


def distances(board, goals):
    """For the empty points that reach a goal: how many of them a shortest way there takes, the first one counted."""
    distance, border, steps = {}, goals, 0
    while border:
        steps += 1
        border = {n for point in border for n in NEIGHBOURS[point] if board[n] == EMPTY and n not in distance}
        distance.update((point, steps) for point in border)
    return distance


def legal_moves(board, side):
    """A piece goes to another point next to its unit, which stays whole and comes nearer to the nearest other one."""
    moves, all_units = [], units(board, side)
    for unit in all_units:
        others = {point for other in all_units if other is not unit for point in other}
        distance = distances(board, others)
        around = {n for point in unit for n in NEIGHBOURS[point] if n in distance}
        nearest = min((distance[n] for n in around), default=None)
        for to in (n for n in around if distance[n] == nearest):
            for piece in unit:
                moved = (unit - {piece}) | {to}
                lone = len(unit) == 1
                if lone or len(connected(to, moved)) == len(unit):
                    moves.append((piece, to))
    return moves


# The player: here thinking begins.
def choose(board, side, moves):
    return random.choice(moves)


def main():
    board, side = start(), BLACK
    for line in sys.stdin:
        line = line.strip()
        if line == "Quit":
            return
        if line == "":
            continue
        if line == "Start":
            side = WHITE
        else:
            play(board, WHITE + BLACK - side, parse(line))
        moves = legal_moves(board, side)
        if not moves:
            continue  # The game is over, and we have won.
        move = choose(board, side, moves)
        play(board, side, move)
        # At most one line a move; of `depth 3 score +1.5` the jury draws curves.
        print(name(move), "of", len(moves), "moves", file=sys.stderr)
        # Without `flush` the line stays in a buffer, and the jury waits for it until our time is over.
        print(name(move), flush=True)


main()
