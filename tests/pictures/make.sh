#!/bin/sh
# The pictures of pages in README and manual. The games are different each time, since the clock decides.
set -e
make tournament GAME=spaghetti P='target/release/spaghetti careful greedy random' N=4 TIME=30 JOBS=2 MORE='--dir matches/four'
target/release/jury play spaghetti target/release/spaghetti target/release/spaghetti --time 5 --seed 5 --out matches/pair.txt
target/release/jury show matches/four matches/pair.txt
shot="chromium --headless --no-sandbox --hide-scrollbars"
$shot --window-size=1000,560 --screenshot=tests/pictures/tournament.png "file://$PWD/matches/four/index.html"
$shot --window-size=1100,860 --screenshot=tests/pictures/page.png "file://$PWD/matches/pair.html#56"
pngquant --nofs --force --ext .png 24 tests/pictures/tournament.png tests/pictures/page.png
