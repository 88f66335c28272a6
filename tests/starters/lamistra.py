"""A legal player of Lamistra (CodeCup 2005) in Python, to begin with: it plays at random.

For a better player replace `choose`. Rules and protocol: the head of lamistra.rs.
Try it: make play GAME=lamistra A=tests/starters/lamistra.py B=random
"""

import random
import sys
from types import SimpleNamespace

RED, BLUE = 0, 1
RANKS = "BGOLMRSV"  # Each beats those behind it. Two attacks win besides: M on B, and S on G.
STOCK = {"V": 1, "B": 4, "G": 1, "O": 2, "L": 3, "M": 4, "R": 5, "S": 1}
CELLS = [column + row for column in "abcdefg" for row in "1234567" if column + row not in ("b4", "f4")]  # Two are lakes.


# The rules. A cell is its name, a move is (from, to). A piece has a side, may have moved, and may have shown a role.
def start():
    side = {cell: RED if cell[1] < "4" else BLUE for cell in CELLS if cell[1] != "4"}
    pieces = {cell: SimpleNamespace(side=side[cell], moved=False, role=None) for cell in side}
    return SimpleNamespace(pieces=pieces, stock=[dict(STOCK), dict(STOCK)], last_quiet=[None, None], moves=0, over=False)


def parse(line):
    return tuple(line.split("-"))


def name(move):
    return "-".join(move)


def neighbours(cell):
    return [n for n in CELLS if abs(ord(n[0]) - ord(cell[0])) + abs(int(n[1]) - int(cell[1])) == 1]


def wins(attacker, defender):
    return attacker + defender in ("MB", "SG") or RANKS.index(attacker) < RANKS.index(defender)


def play(board, side, move, roles=()):
    """A quiet move, or an attack with the roles of attacker and defender."""
    board.moves += 1
    board.over = board.moves == 400 or "V" in roles
    board.last_quiet[side] = None if roles else move
    for cell, role in zip(move, roles):
        piece = board.pieces[cell]
        if piece.role is None:
            piece.role = role
            board.stock[piece.side][role] -= 1
    attacker = board.pieces.pop(move[0])
    attacker.moved = True
    if roles and roles[0] == roles[1]:
        del board.pieces[move[1]]
    elif not roles or wins(*roles):
        board.pieces[move[1]] = attacker


def must_stay(board, piece):
    """Are the side's hidden pieces that never moved just enough for the flag and the bombs that it has not shown?"""
    fresh = [id(p) for p in board.pieces.values() if p.side == piece.side and not p.moved and p.role is None]
    return id(piece) in fresh and len(fresh) == board.stock[piece.side]["V"] + board.stock[piece.side]["B"]


def legal_moves(board, side):
    own = [(cell, piece) for cell, piece in board.pieces.items() if piece.side == side and not board.over]
    free = [cell for cell, piece in own if piece.role not in ("V", "B") and not must_stay(board, piece)]
    steps = [(cell, to) for cell in free for to in neighbours(cell)]
    back = (board.last_quiet[side] or (None, None))[::-1]  # A quiet move may not be taken back at once.
    return [m for m in steps if (board.pieces[m[1]].side != side if m[1] in board.pieces else m != back)]


def legal_roles(board, cell, attacks):
    piece = board.pieces[cell]
    fixed = must_stay(board, piece)
    roles = [r for r, left in board.stock[piece.side].items() if left and (r in "VB" or not fixed)]
    return [piece.role] if piece.role else [r for r in roles if r not in "VB" or not (attacks or piece.moved)]


# The player: here thinking begins.
def choose(board, side, options):
    """One of the moves, or one of the roles. Who names the flag (V) loses at once, so it waits as long as it can."""
    return random.choice([option for option in options if option != "V"] or options)


def read():
    """The jury's next line. At the end of the game the program ends here."""
    for line in sys.stdin:
        if line.strip():
            return line.strip() if line.strip() not in ("Quit", "X") else sys.exit()
    sys.exit()


def main():
    board, side = start(), BLUE
    while not board.over:
        line = read()
        if line == "Start":
            side = RED
        else:
            move, roles = parse(line), ()
            if move[1] in board.pieces:  # We are attacked, and answer before we read the attacker's role.
                own = choose(board, side, legal_roles(board, move[1], attacks=False))
                print(own, flush=True)  # Without `flush` it may stay in a buffer, and the jury waits for it.
                roles = (read(), own)
            play(board, RED + BLUE - side, move, roles)
        moves = legal_moves(board, side)
        if not moves:
            break  # Over, or we cannot move and have lost. Nobody announces the end.
        move, roles = choose(board, side, moves), ()
        # At most one line a move; of `depth 3 score +1.5 nodes 1000` the jury draws curves.
        print(name(move), "of", len(moves), "moves", file=sys.stderr)
        print(name(move), flush=True)
        if move[1] in board.pieces:
            own = choose(board, side, legal_roles(board, move[0], attacks=True))
            print(own, flush=True)
            roles = (own, read())
        play(board, side, move, roles)


main()
