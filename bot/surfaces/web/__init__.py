"""Games in the browser: an HTTP API for anybody's programs, and pages drawn from the same scenes as Discord's boards."""
