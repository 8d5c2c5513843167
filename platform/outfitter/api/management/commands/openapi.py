"""`outfitter openapi`: print the API's description."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from outfitter.api.openapi import document, write


class Command(BaseCommand):
    """Prints all JSON operations as one OpenAPI document."""

    help = "Print the OpenAPI document of every JSON route."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take an optional file to write instead."""
        parser.add_argument("--output", type=Path, help="write to this file instead of printing")
        parser.add_argument("--check", type=Path, help="fail if this file is outdated")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print, write or compare."""
        text = write(document()) + "\n"
        if check := options["check"]:
            if not check.exists() or check.read_text(encoding="utf-8") != text:
                self.stderr.write(f"{check} is outdated. Run ./outfitter openapi --write")
                raise SystemExit(1)
        elif output := options["output"]:
            output.write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")
