"""How a session changes: drafts, edits, and the one writer."""
