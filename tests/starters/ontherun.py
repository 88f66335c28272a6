"""A legal player of On The Run (CodeCup 2007) in Python, to begin with: it plays at random.

For a better player replace `choose` and `place`. Rules: the head of ontherun.rs. Protocol: its `mod protocol`.
Try it: make play GAME=ontherun A=tests/starters/ontherun.py B=random
"""

import itertools
import random
import sys
from types import SimpleNamespace

DETECTIVES, FUGITIVE = 0, 1
LAST_TURN = 50


# The rules. A ride is (mode, city), such as ("C", 39). A move of the fugitive is a ride, a move of the detectives is four
# cities. What the detectives hear of a ride is its mode, and the city only in an announcement: else the city is None.
def start():
    """The map of this game: `connect.txt` has the number of cities, lines such as `C 1-22`, and `END`."""
    rides = {}
    with open("connect.txt") as file:
        cities = int(file.readline())
        for line in file:
            if line.strip() == "END":
                break
            mode, ends = line.split()
            one, other = (int(city) for city in ends.split("-"))
            rides.setdefault(one, set()).add((mode, other))
            rides.setdefault(other, set()).add((mode, one))
    return SimpleNamespace(cities=cities, rides=rides, detectives=(), suspects=set(), turn=0)


def parse(line):
    """`C` or `C 39`."""
    words = line.split()
    return words[0], int(words[1]) if len(words) > 1 else None


def name(move):
    return " ".join(str(word) for word in move)


def play(board, side, move):
    """Keeps the detectives and the cities where the fugitive can be. For the fugitive's own program that is one city."""
    if side == DETECTIVES:
        board.detectives = move
        board.suspects -= set(move)
        return
    board.turn += 1
    mode, city = move
    reached = {ride[1] for suspect in board.suspects for ride in board.rides[suspect] if ride[0] == mode}
    board.suspects = {city} if city else reached - set(board.detectives)


def legal_moves(board, side):
    if side == FUGITIVE:
        (city,) = board.suspects
        return list(board.rides[city])
    ways = [{ride[1] for ride in board.rides[detective]} for detective in board.detectives]
    return [move for move in itertools.product(*ways) if len(set(move)) == 4]


# The player: here thinking begins.
def place(board, side):
    """Four different cities for the detectives, or one for the fugitive, which knows the detectives' cities."""
    cities = range(1, board.cities + 1)
    if side == DETECTIVES:
        return tuple(random.sample(cities, 4))
    return random.choice([city for city in cities if city not in board.detectives])


def choose(board, side, moves):
    if side == DETECTIVES:
        return random.choice(moves)
    return random.choice([ride for ride in moves if ride[1] not in board.detectives] or moves)


def read():
    """The jury's next line. At the end of the game the program ends here."""
    for line in sys.stdin:
        if line.strip() == "Quit":
            break
        if line.strip():
            return line.strip()
    sys.exit()


def think(board, side):
    moves = legal_moves(board, side)
    move = choose(board, side, moves)
    play(board, side, move)
    # At most one line a move; of `depth 3 score +1.5 nodes 1000` the jury draws curves.
    print(name(move), "of", len(moves), "moves", file=sys.stderr)
    return move


def main():
    board = start()
    # Without `flush` lines stay in a buffer, and the jury waits for them until our time is over.
    if read() == "Detectives":
        board.detectives = place(board, DETECTIVES)
        print(*board.detectives, sep="\n", flush=True)
        board.suspects = {int(read())}
        while board.turn < LAST_TURN:
            play(board, FUGITIVE, parse(read()))
            print(*think(board, DETECTIVES), sep="\n", flush=True)
    else:
        board.detectives = tuple(int(read()) for _ in range(4))
        board.suspects = {place(board, FUGITIVE)}
        print(*board.suspects, flush=True)
        print(name(think(board, FUGITIVE)), flush=True)
        while board.turn < LAST_TURN:
            play(board, DETECTIVES, tuple(int(read()) for _ in range(4)))
            if board.suspects:  # Else we are caught, and `Quit` comes next.
                print(name(think(board, FUGITIVE)), flush=True)


main()
