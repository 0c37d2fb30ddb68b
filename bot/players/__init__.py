"""Those who move by themselves: built-in players, models behind any OpenAI-compatible endpoint, and scripted doubles."""
