"""`create_account`: creates an operator and its owner without the sign-up screens."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from outfitter.accounts import hosts, operations, queries
from outfitter.accounts.models import Account, User
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_signup import provision_steps


class Command(BaseCommand):
    """Create an operator that is ready; repeated, it completes what is missing."""

    help = "Create an operator and its owner."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Name what sign-up would ask."""
        parser.add_argument("slug", help="subdomain; reserved words are allowed here")
        parser.add_argument("name", help="the business's name")
        parser.add_argument("email", help="the owner's login")
        parser.add_argument("--password", required=True)
        parser.add_argument("--first-name", default="Olive")
        parser.add_argument("--last-name", default="Owner")
        parser.add_argument("--country", default="US")
        parser.add_argument("--currency", default="USD")
        parser.add_argument("--time-zone", default="America/New_York")
        parser.add_argument("--locale", default="en-US")
        parser.add_argument("--demo", action="store_true", help="mark it as a demo")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Create login, account and schema, each only when it is missing."""
        at = utc_now()
        try:
            owner = queries.find_user(email=operations.normalize_email(options["email"]))
            owner = owner or operations.create_user(
                email=options["email"],
                password=options["password"],
                first_name=options["first_name"],
                last_name=options["last_name"],
                at=at,
            )
            account = Account.objects.filter(slug=options["slug"]).first()
            account = account or operations.create_account(
                slug=options["slug"],
                name=options["name"],
                country=options["country"],
                currency=options["currency"],
                time_zone=options["time_zone"],
                locale=options["locale"],
                is_demo=options["demo"],
                at=at,
            )
        except DomainError as problem:
            raise CommandError(problem.message) from problem
        self._finish(account, owner)

    def _finish(self, account: Account, owner: User) -> None:
        provision_steps.provision_now(account=account, owner=owner)
        self.stdout.write(hosts.tenant_url(account.slug))
