"""A legal player of Spaghetti (CodeCup 2022) in Python, to begin with: it plays at random.

For a better player replace `choose`. Rules and protocol: the head of spaghetti.rs.
Try it: make play GAME=spaghetti A=tests/starters/spaghetti.py B=random
"""

import random
import sys

ROWS, COLUMNS, TILES = "abcdefghi", "abcdefg", "lsr"
BLUE, RED, JURY = 0, 1, 2


# The rules. A move is (row, column, tile), a board says which tile lies on a cell (row, column), and who laid it.
def start():
    return {}


def parse(line):
    """`cer` as row c, column e, tile r."""
    return tuple(line)


def name(move):
    return "".join(move)


def play(board, side, move):
    row, column, tile = move
    board[row, column] = (tile, side)


def legal_moves(board, side):
    """Any tile on any empty cell."""
    empty = [(row, column) for row in ROWS for column in COLUMNS if (row, column) not in board]
    return [(row, column, tile) for row, column in empty for tile in TILES]


# The player: here thinking begins. The first thing to know of a move is what it scores: follow the paths of the new tile
# from its four sides. A tile joins the sides top-left and right-bottom (l), top-bottom and left-right (s), or top-right
# and bottom-left (r).
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
    board, side = start(), RED
    for _ in range(2):
        play(board, JURY, parse(read()))
    while True:
        line = read()
        if line == "Start":
            side = BLUE
        else:
            play(board, BLUE + RED - side, parse(line))
        moves = legal_moves(board, side)
        if not moves:
            continue  # The grid is full. `Quit` comes next.
        move = choose(board, side, moves)
        play(board, side, move)
        # At most one line a move; of `depth 3 score +1.5 nodes 1000` the jury draws curves.
        print(name(move), "of", len(moves), "moves", file=sys.stderr)
        # Without `flush` the line stays in a buffer, and the jury waits for it until our time is over.
        print(name(move), flush=True)


main()
