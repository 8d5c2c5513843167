"""`outfitter platform-admin`: who runs the platform and may use its desk."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from outfitter.accounts import platform_admins
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.platform_audit import operations as platform_audit


class Command(BaseCommand):
    """Appoints, dismisses and lists the people who run the platform."""

    help = "Add, remove or list the people who run the platform."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb, the address, and the name of somebody new."""
        parser.add_argument("verb", choices=["add", "remove", "list"])
        parser.add_argument("email", nargs="?", default="")
        parser.add_argument("--first-name", default="")
        parser.add_argument("--last-name", default="")
        parser.add_argument("--locale", default="en", help="the language of the mail (default: en)")

    def handle(self, *args: Any, **options: Any) -> None:
        """
        Do what the verb says and print what came of it.

        :raises CommandError: no address, or nobody with it runs the platform
        """
        if options["verb"] == "list":
            for user in platform_admins.list_admins():
                factor = "second factor set up" if user.has_second_factor else "no second factor yet"
                self.stdout.write(f"{user.email}  {factor}")
            return
        try:
            validate_email(options["email"])
            self._change(options)
        except DomainError as problem:
            raise CommandError(problem.message) from problem
        except ValidationError as problem:
            raise CommandError("Name the address: ./outfitter platform-admin add EMAIL") from problem

    def _change(self, options: dict[str, Any]) -> None:
        at = utc_now()
        with atomic():
            if options["verb"] == "add":
                user = platform_admins.appoint(
                    email=options["email"],
                    first_name=options["first_name"],
                    last_name=options["last_name"],
                    locale=options["locale"],
                )
                platform_audit.record(None, "admin.appointed", subject=user.email, at=at)
                self.stdout.write(f"{user.email} runs the platform. A link to a password is on its way.")
            else:
                user = platform_admins.dismiss(email=options["email"], at=at)
                platform_audit.record(None, "admin.dismissed", subject=user.email, at=at)
                self.stdout.write(f"{user.email} no longer runs the platform.")
