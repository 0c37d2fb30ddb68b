"""What builds things that come along: vectors, masks, pictures. Nothing here is needed to play."""
