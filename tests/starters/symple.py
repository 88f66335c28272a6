"""A legal player of Symple (CodeCup 2013) in Python, to begin with: it plays at random.

For a better player replace `choose`. Rules and protocol: the head of symple.rs.
Try it: make play GAME=symple A=tests/starters/symple.py B=random
"""

import random
import sys

SIZE = 15
EMPTY, WHITE, BLACK = 0, 1, 2
POINTS = [(column, row) for column in range(SIZE) for row in range(SIZE)]


# The rules. A board says for each point what is on it, a move is a list of points.
def start():
    return {point: EMPTY for point in POINTS}


def parse(line):
    """`C3-D12-H8` as three points."""
    return [(ord(word[0]) - ord("A"), int(word[1:]) - 1) for word in line.split("-")]


def name(move):
    return "-".join("ABCDEFGHIJKLMNO"[column] + str(row + 1) for column, row in move)


def play(board, side, move):
    for point in move:
        board[point] = side


def neighbours(point):
    column, row = point
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(c, r) for c, r in around if 0 <= c < SIZE and 0 <= r < SIZE]


def groups_beside(board, side):
    """For each empty point the groups of the side that it touches, as a set of the groups' numbers."""
    beside = {point: set() for point in POINTS if board[point] == EMPTY}
    seen = set()
    for number, first in enumerate(POINTS):
        waiting = [first] if board[first] == side and first not in seen else []
        while waiting:
            point = waiting.pop()
            seen.add(point)
            for n in neighbours(point):
                if board[n] == EMPTY:
                    beside[n].add(number)
                elif board[n] == side and n not in seen:
                    waiting.append(n)
    return beside


def expansion(beside):
    """A complete expansion: points in any order, each unless it touches a group that has grown."""
    grown, stones = set(), []
    for point in random.sample(list(beside), len(beside)):
        if beside[point] and not beside[point] & grown:
            grown |= beside[point]
            stones.append(point)
    return stones


def legal_moves(board, side):
    """All explorations and some of the expansions, which may be millions. Black's special move is left out."""
    beside = groups_beside(board, side)
    moves = [[point] for point in beside if not beside[point]]
    if len(moves) < len(beside):
        moves += [expansion(beside) for _ in range(20)]
    return moves


# The player: here thinking begins.
def choose(board, side, moves):
    return random.choice(moves)


def read():
    """The jury's next line. At the end of the game the program ends here."""
    for line in sys.stdin:
        if line.strip() == "Quit":
            break
        if line.strip():
            return line.strip()
    sys.exit()


def main():
    board, side = start(), BLACK
    while True:
        line = read()
        if line == "Start":
            side = WHITE
        else:
            play(board, WHITE + BLACK - side, parse(line))
        moves = legal_moves(board, side)
        if not moves:
            continue  # The board is full. `Quit` comes next.
        move = choose(board, side, moves)
        play(board, side, move)
        # At most one line a move; of `depth 3 score +1.5 nodes 1000` the jury draws curves.
        print(name(move), file=sys.stderr)
        # Without `flush` the line stays in a buffer, and the jury waits for it until our time is over.
        print(name(move), flush=True)


main()
