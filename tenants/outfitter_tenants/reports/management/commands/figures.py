"""`outfitter figures`: have operators tell the platform of days that were over before it asked."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.reports import day_facts


class Command(BaseCommand):
    """Schedules the work; a worker of the running installation does it, 92 days at a time."""

    help = "Have operators tell the platform's figures of their past."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb and the operator."""
        parser.add_argument("verb", choices=["past"])
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--account", help="the operator's subdomain")
        whose.add_argument("--all", action="store_true", help="every operator")

    def handle(self, *args: Any, **options: Any) -> None:
        """
        Schedule each operator's past; again, it is begun anew and comes to the same.

        :raises CommandError: no such operator, or only a demo: those have no figures
        """
        accounts = Account.objects.filter(is_ready=True, is_demo=False).exclude(schema_name=PUBLIC)
        if options["account"]:
            accounts = accounts.filter(slug=options["account"])
            if not accounts:
                raise CommandError("There is no such operator, or it is a demo: demos have no figures.")
        for account in accounts.order_by("slug").iterator():
            with in_schema(account.schema_name):
                begun = day_facts.schedule_past(at=utc_now())
            told = f"from {begun} on" if begun else "nothing sold before the last 35 days"
            self.stdout.write(f"{account.slug:24} {told}")
