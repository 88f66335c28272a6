//! The jury's own tests, a file for each subject.

#[path = "new.rs"]
mod a_new_game; // It takes longest, and this name makes it the first.
mod board;
mod breaking;
mod browser;
mod chromium;
mod clicks;
mod entrants;
mod languages;
mod layers;
mod logs;
mod matches;
mod pages;
mod places;
mod prelude;
mod process;
mod refused;
mod review;
mod statistics;
mod tournament;
mod transcripts;
mod verdicts;
