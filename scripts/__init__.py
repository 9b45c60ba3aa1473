"""Programs that make files of this repository."""
