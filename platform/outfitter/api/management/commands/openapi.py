"""`outfitter openapi`: print the API's description."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from outfitter.api.openapi import document


class Command(BaseCommand):
    """Prints all JSON operations as one OpenAPI document."""

    help = "Print the OpenAPI document of every JSON route."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take an optional file to write instead."""
        parser.add_argument("--output", type=Path, help="write to this file instead")
        parser.add_argument("--check", type=Path, help="fail when this file is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print, write or compare."""
        text = json.dumps(document(), indent=1, sort_keys=False, default=str) + "\n"
        if check := options["check"]:
            if not check.exists() or check.read_text() != text:
                self.stderr.write(f"{check} is stale: run `./outfitter openapi --output {check}`")
                raise SystemExit(1)
        elif output := options["output"]:
            output.write_text(text)
        else:
            self.stdout.write(text, ending="")
