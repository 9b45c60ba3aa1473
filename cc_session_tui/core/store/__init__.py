"""Where sessions lie: projects, sessions, subagents, running clients, and what is known of them."""
