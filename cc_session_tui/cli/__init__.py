"""The command line, `cc-session`: one module a command; `output` alone writes to stdout."""
