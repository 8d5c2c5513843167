"""`outfitter search`: check or rebuild operators' search indexes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter_tenants.search import operations


class Command(BaseCommand):
    """Works on the index of one operator or of all, without interrupting anyone's work."""

    help = "Check or rebuild the search index."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb and the operator."""
        parser.add_argument("verb", choices=["check", "rebuild"])
        parser.add_argument("--account", help="the operator's subdomain; leave out for all operators")

    def handle(self, *args: Any, **options: Any) -> None:
        """Report for each operator what was wrong; `check` fails if anything was."""
        accounts = Account.objects.exclude(schema_name=PUBLIC).order_by("slug")
        if options["account"]:
            accounts = accounts.filter(slug=options["account"])
        if not accounts:
            raise CommandError("Operator not found.")
        wrong = sum(self._one(account, options["verb"]) for account in accounts)
        if wrong and options["verb"] == "check":
            raise CommandError(f"Wrong entries: {wrong}. Run ./outfitter search rebuild")

    def _one(self, account: Account, verb: str) -> int:
        with in_schema(account.schema_name):
            if verb == "rebuild":
                wrong = operations.rebuild()
            else:
                wrong = sum(len(drift.ids) for drift in operations.find_drift())
        self.stdout.write(f"{account.slug:24} {wrong or 'nothing'} wrong")
        return wrong
