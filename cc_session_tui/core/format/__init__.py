"""What a session file holds: bytes to lines, lines to records, records to content blocks."""
