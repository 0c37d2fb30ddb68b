"""The seed's free protocol: the manager keeps the rules and the sums, and turns to the player by tags."""
