"""Runs that nobody starts by hand: by the clock, and by other systems."""
