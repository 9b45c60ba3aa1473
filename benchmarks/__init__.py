"""The speed of cc-sessions, as ratios measured in one run: ``python -m benchmarks``."""
