#!/usr/bin/env python
"""Django's command line, for the commands that `outfitter` has no name of its own for."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
