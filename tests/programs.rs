//! The five players as processes: whole games, every ending, every bad line, under the contest's limits.
