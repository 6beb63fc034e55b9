#!/usr/bin/env python
"""Django's command line, with the embedded services' addresses where they run."""

import os
import sys

from config.services.addresses import use_running_services


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    use_running_services()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
