"""From records to entries, one module a theme; nothing here raises for what a record holds."""
