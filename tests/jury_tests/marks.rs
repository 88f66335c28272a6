//! The board's marks: they cover no piece and no letter, and nothing is cut off.

use super::chromium::Browser;
use super::pages::CUT_OFF;
use super::prelude::*;
use super::sitting::{button, click, make_moves, open, until, Board, Hand};

/// What a mark covers, or what is cut off. Where its box meets another one, its outline is looked at in 90 places, with its stroke.
const FAULTS: &str = "(() => {
    const board = document.getElementById('board'), [width, height] = data.size;
    const pieces = [...board.querySelectorAll('.white, .black, .red, .blue, .neutral')].map((piece) => [piece, piece.getBBox()]);
    const box = (t) => { const b = t.getBBox(), y = Number(t.getAttribute('y')), size = Number(t.getAttribute('font-size'));
        return { x: b.x, y: y - 0.72 * size, width: b.width, height: 0.72 * size }; };
    const words = [...board.querySelectorAll('text')].map((t) => [t, box(t)]);
    const out = (b) => b.x < 0 || b.y < 0 || b.x + b.width > width || b.y + b.height > height, bad = new Set();
    const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    for (const mark of board.querySelectorAll('.part > .ring, .part > .dot, .chosen, .hint.ring, .hint.dot')) {
        const half = mark.matches('.dot') ? 0 : parseFloat(getComputedStyle(mark).strokeWidth) / 2;
        const b = mark.getBBox(), all = new DOMRect(b.x - half, b.y - half, b.width + 2 * half, b.height + 2 * half);
        const [near, read] = [pieces, words].map((list) => list.filter(([, b]) => meet(all, b)));
        const length = near.length || read.length || out(all) ? mark.getTotalLength() : NaN;
        for (let i = 0; i < 90 && length; i++) {
            const { x, y } = mark.getPointAtLength(length * i / 90);
            for (const [dx, dy] of [[0, 0], [half, 0], [-half, 0], [0, half], [0, -half]]) {
                const at = new DOMRect(x + dx, y + dy, 0, 0);
                if (out(at)) bad.add('cut off: ' + mark.outerHTML);
                const covered = near.filter(([piece, b]) => meet(at, b) && piece.isPointInFill(at));
                for (const [one] of [...covered, ...read.filter(([, b]) => meet(at, b))]) bad.add(mark.outerHTML + ' covers ' + one.outerHTML);
            }
        }
    }
    for (const [t, b] of words) if (out(b)) bad.add('cut off: ' + t.outerHTML);
    for (const b of document.querySelectorAll('button')) if (b.scrollWidth > b.clientWidth + 1) bad.add('cut off: ' + b.outerHTML);
    return [...bad].slice(0, 5).join('; ');
})()";

/// The least distance of two places that can be chosen, in pixels.
const APART: &str = "(() => { const all = [...document.querySelectorAll('#board .hit')].map((e) => e.getBoundingClientRect());
    return Math.min(...all.flatMap((a, i) => all.slice(0, i).map((b) => Math.hypot(a.x - b.x, a.y - b.y) || Infinity))); })()";

fn look(browser: &mut Browser, what: &str) {
    assert_eq!(browser.ask(FAULTS), "", "{}", what);
    assert_eq!(browser.ask(CUT_OFF), "", "{}", what);
}

#[test]
fn no_mark_covers_a_piece_or_a_letter_and_nothing_is_cut_off() {
    let folder = scratch("marks");
    let Some(mut browser) = Browser::start(&folder, "marks cover nothing") else { return };
    for (i, game) in games::names().into_iter().enumerate() {
        let players = [["human", "greedy"], ["greedy", "human"]][i % 2];
        let server = Board::start(JURY, &folder, &[game, players[0], players[1], "--seed", "3", "--time", "10"]);
        for (width, height, dark) in [(1200, 900, i % 2 == 0), (390, 844, i % 2 == 1)] {
            let what = format!("{} at {}", game, width);
            browser.look(width, height, dark);
            open(&mut browser, &server);
            // Numbers of five pixels are nobody's: the map is read as large as a finger needs it.
            if width == 390 && game == "ontherun" {
                button(&mut browser, "zoom");
            }
            assert_ne!(browser.ask("document.getElementById('question').textContent"), "", "{}", what);
            look(&mut browser, &what);
            make_moves(&mut browser, Hand::Clicks, 3, &mut Rng(4));
            look(&mut browser, &what);
            button(&mut browser, "hint");
            // A program that cannot be brought there gives none, and a role has no place.
            let hints = "document.querySelectorAll('#board .hint').length > 0";
            let none = "Boolean(hinted && preview && !hinted.flat().some(Boolean))";
            until(&mut browser, &format!("{} || {} || !/^$|^A program thinks|would play/.test(trouble)", hints, none));
            let hinted = browser.ask(hints);
            assert!(["lamistra", "ontherun"].contains(&game) || hinted == "true", "{}", what);
            // Turned, and with a part chosen: what is clicked is what was meant, and the hint stays.
            button(&mut browser, "turn");
            let part = "[...document.querySelectorAll('.part')].at(-1)";
            let line = browser.ask(&format!("{}.dataset.line", part));
            button(&mut browser, "confirm");
            click(&mut browser, part);
            until(&mut browser, "chosen.length === 1");
            assert_eq!((browser.ask("chosen[0].line"), browser.ask(hints)), (line, hinted));
            look(&mut browser, &what);
            browser.press("Escape", 27);
            until(&mut browser, "chosen.length === 0");
            if width == 390 {
                if game != "ontherun" && browser.ask("!document.getElementById('zoom').hidden") == "true" {
                    button(&mut browser, "zoom");
                }
                let apart: f64 = browser.ask(APART).parse().unwrap();
                assert!(apart > 43.0, "{}: a finger needs 44 pixels, not {}", what, apart);
            }
        }
    }
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}
