#!/bin/sh
# The picture of a page in README. The game is different each time, since the clock decides. That of the manual is the board
# of `make human GAME=symple`, in a window of 1100 x 760, with two stones of a growth chosen.
set -e
make target/release/jury target/release/spaghetti
target/release/jury play spaghetti target/release/spaghetti target/release/spaghetti --time 5 --seed 5 --out matches/pair.txt
target/release/jury show matches/pair.txt
chromium --headless --no-sandbox --hide-scrollbars --window-size=1100,860 --screenshot=tests/pictures/page.png \
  "file://$PWD/matches/pair.html#57"
pngquant --nofs --force --ext .png 40 tests/pictures/*.png
