"""The edits of a session: Draft in, Draft out, and word of what else they had to change."""
