"""`outfitter account`: the state of an operator's account, for the people who run the platform."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django_tenants.utils import tenant_context

from outfitter.accounts.models import Account
from outfitter.kit.account_states import Change
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.backoffice.account import state

_CHANGES: Final[dict[str, Change]] = {
    "suspend": "suspend",
    "lift": "lift",
    "close": "close",
    "reopen": "reopen",
    "past-due": "fall_behind",
    "paid-up": "catch_up",
}


class Command(BaseCommand):
    """Shows or changes the state of one operator's account."""

    help = "Show, suspend, close or reopen an operator's account."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb, the operator and the reason that its owner reads."""
        parser.add_argument("verb", choices=["show", *_CHANGES])
        parser.add_argument("slug", help="the operator's subdomain")
        parser.add_argument("--reason", default="", help="shown to the owner")

    def handle(self, *args: Any, **options: Any) -> None:
        """
        Do what the verb says and print the state.

        :raises CommandError: no such operator, or it is in another state
        """
        account = Account.objects.filter(slug=options["slug"]).first()
        if account is None:
            raise CommandError(f"There is no operator {options['slug']!r}.")
        verb = options["verb"]
        if verb == "suspend" and not options["reason"]:
            raise CommandError("Give the reason with --reason. The owner will read it.")
        with tenant_context(account):
            if verb != "show":
                self._change(_CHANGES[verb], options["reason"])
            found = state.state(schema_name=account.schema_name)
        self.stdout.write(f"{found['slug']}: {found['status']} {found['reason']}".rstrip())

    def _change(self, change: Change, reason: str) -> None:
        try:
            state.change(change=change, actor="platform", reason=reason, at=utc_now())
        except DomainError as problem:
            raise CommandError(problem.message) from problem
