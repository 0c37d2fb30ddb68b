"""Town: hidden roles, nights of secret deeds, days of talk, whispers, wills and trials."""
