"""`outfitter seed`: the demonstration operator, for development."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from outfitter.kit.clock import utc_now
from outfitter_demo import channel_validators, operator_account, seed
from outfitter_demo.drawings import Studio


class Command(BaseCommand):
    """
    Makes the operator `demo` with a lively season; one that is there stays as it is.

    `--for channels` makes the operator `validators` instead and prints the keys of its channels.
    """

    help = "Create a demo operator and print its logins or keys (development only)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to write the logins, and the word that allows it in production."""
        parser.add_argument(
            "--for",
            dest="whom",
            choices=("people", "channels"),
            default="people",
            help="people: a busy season to explore; channels: plenty of open departures for validators",
        )
        parser.add_argument("--json", type=Path, help="write the logins to this file")
        parser.add_argument(
            "--force", action="store_true", help="allow it under production settings, despite known passwords"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """
        Seed, print, and write the logins for the launcher.

        :raises CommandError: these are production settings and nobody said --force
        """
        if not settings.IS_DEVELOPMENT and not options["force"]:
            raise CommandError(
                "The demo operator has known passwords and is meant for development. "
                "Use --force to create it here anyway."
            )
        if options["whom"] == "channels":
            self._open_to_validators(options["json"])
            return
        report = _seed()
        if report.is_new:
            self.stdout.write(
                f"Created {operator_account.NAME}: {report.trips_cnt} trips, {report.carts_cnt} open carts."
            )
        else:
            self.stdout.write(f"{operator_account.NAME} already exists.")
        logins = operator_account.logins()
        if settings.IS_DEVELOPMENT:
            # Who runs the platform has no known password among real operators, whatever --force allows.
            logins["platform"] = operator_account.appoint_platform_admin(at=utc_now())
        for name, login in logins.items():
            self.stdout.write(f"  {name:<11} {login['url']}  {login['email']}  {login['password']}")
        target: Path = options["json"] or settings.VAR / "seed.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(logins, indent=2) + "\n")

    def _open_to_validators(self, target: Path | None) -> None:
        doors = channel_validators.seed(at=utc_now(), keys=target or settings.VAR / "validators.json")
        self.stdout.write(f"{channel_validators.NAME} is ready.")
        for channel, door in doors.items():
            self.stdout.write(f"  {channel:<8} {door.url}  {door.key}")


def _seed() -> seed.SeedReport:
    if operator_account.find_operator() is not None:
        return seed.SeedReport(is_new=False)
    with Studio(Path(settings.MEDIA_ROOT)) as studio:
        return seed.seed(at=utc_now(), studio=studio)
