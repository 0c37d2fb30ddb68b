"""Duet: a small game that somebody wrote as two prompts, one for its manager and one for the player across the table."""
