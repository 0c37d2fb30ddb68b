"""The terminal: a game told in sentences, its table drawn in characters, and a person who types."""
