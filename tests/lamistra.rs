//! Lamistra: the player's fast rules against the jury's slow ones, the samples, and the known positions.
