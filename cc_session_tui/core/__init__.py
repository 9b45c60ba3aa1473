"""The model of Claude Code sessions: reading, meaning, editing and storing, without any screen."""
