"""What an installation has to survive: see `faults.__main__`."""
