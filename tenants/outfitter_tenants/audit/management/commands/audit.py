"""`outfitter audit`: prove that operators' audit logs are unaltered."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter_tenants.audit import seals


class Command(BaseCommand):
    """Verifies the log of one operator or of all, without interrupting anyone's work."""

    help = "Verify or seal the audit log."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb and the operator."""
        parser.add_argument("verb", choices=["verify", "seal"])
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--account", help="the operator's subdomain")
        whose.add_argument("--all", action="store_true", help="every operator")

    def handle(self, *args: Any, **options: Any) -> None:
        """Report for each operator whether the log is intact; fails if one isn't."""
        accounts = Account.objects.filter(is_ready=True).exclude(schema_name=PUBLIC)
        if options["account"]:
            accounts = accounts.filter(slug=options["account"])
        if not accounts:
            raise CommandError("Operator not found.")
        bad = [one.slug for one in accounts.order_by("slug") if not self._one(one, options["verb"])]
        if bad:
            raise CommandError(f"The log of {', '.join(bad)} was altered after it was sealed.")

    def _one(self, account: Account, verb: str) -> bool:
        with in_schema(account.schema_name):
            if verb == "seal":
                self.stdout.write(f"{account.slug:24} {seals.seal()} rows sealed")
                return True
            found = seals.verify()
        if found.broken:
            self.stdout.write(f"{account.slug:24} BROKEN: {found.broken}")
            return False
        self.stdout.write(
            f"{account.slug:24} ok: {found.row_cnt} rows sealed, {found.redacted_cnt} redacted,"
            f" {found.unsealed_cnt} not sealed yet, head {found.head[:16]}"
        )
        return True
