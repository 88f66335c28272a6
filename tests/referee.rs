//! The jury against programs that misbehave: right offender, right reason, no hang.
