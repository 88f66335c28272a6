//! No player allocates between a line read and a line written. Its tables are made once, at the start. An allocation
//! takes time and memory that nobody planned.

use common::{Manner, Player};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[allow(dead_code)]
mod common;

thread_local! {
    /// Is the player at work? How often was it, and how often has it allocated?
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
    static TIMES: Cell<usize> = const { Cell::new(0) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn at_work(whether: bool) {
    AT_WORK.with(|at_work| at_work.set(whether));
    TIMES.with(|times| times.set(times.get() + usize::from(whether)));
}

/// The system's allocator. It counts while the player is at work.
struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if AT_WORK.with(Cell::get) {
            COUNT.with(|count| count.set(count.get() + 1));
        }
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        System.dealloc(pointer, layout)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Plays a game in each seat. Fails if the player allocated at work.
fn plays_without_allocating(player: &Player) {
    let name = player.game;
    let folder = std::env::temp_dir().join(format!("allocations-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::env::set_current_dir(&folder).unwrap();
    // On The Run's players read their map from the folder where they run.
    for (file, text) in jury::games::new(name, 7).unwrap().files() {
        std::fs::write(file, text).unwrap();
    }
    for seat in 0..2 {
        COUNT.with(|count| count.set(0));
        TIMES.with(|times| times.set(0));
        let manner = Manner { seat, seed: 7, partner: Some("random"), at_work: Some(at_work), ..Manner::default() };
        let played = common::play(player, 1.0, manner);
        let times = TIMES.with(Cell::get);
        assert!(played.end.is_ok() && played.heard > 3, "{} in seat {} heard {} lines", name, seat, played.heard);
        assert!(times > played.heard, "{} in seat {} was at work {} times", name, seat, times);
        let count = COUNT.with(Cell::get);
        assert_eq!(count, 0, "{} in seat {} allocated {} times", name, seat, count);
    }
}

#[test]
fn the_allocator_counts() {
    COUNT.with(|count| count.set(0));
    AT_WORK.with(|at_work| at_work.set(true));
    let text = std::hint::black_box(String::from("one allocation"));
    AT_WORK.with(|at_work| at_work.set(false));
    assert_eq!((COUNT.with(Cell::get), text.len()), (1, 14));
}

macro_rules! no_allocation {
    ($($file:literal $player:ident,)*) => {$(
        #[path = $file]
        #[allow(dead_code)]
        mod $player;

        #[test]
        fn $player() {
            plays_without_allocating(&Player {
                game: stringify!($player),
                run: |input, output, seconds, seed| {
                    $player::protocol::run(input, output, $player::contest::Options { seconds, seed, past: Vec::new(), log: false })
                },
            });
        }
    )*};
}

// `make new` adds a line here.
no_allocation! {
    "../ayu.rs" ayu,
    "../lamistra.rs" lamistra,
    "../ontherun.rs" ontherun,
    "../spaghetti.rs" spaghetti,
    "../symple.rs" symple,
}
