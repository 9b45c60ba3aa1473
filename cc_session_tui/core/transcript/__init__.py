"""How a person reads a session: records turned into entries, in three views."""
