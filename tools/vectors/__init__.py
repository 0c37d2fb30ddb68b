"""What lays the word vectors of `games/codenames/vectors` anew."""
