"""Those who move by themselves: built-in players, and models behind any OpenAI-compatible endpoint."""
