"""`outfitter account`: an operator's state and archive, for the people who run the platform."""

import time
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django_tenants.utils import tenant_context

from outfitter.accounts.models import Account
from outfitter.kit.account_states import Change
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.archives import restore_drill
from outfitter_tenants.archives.account_export import export_account
from outfitter_tenants.archives.account_import import import_account
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
    """Shows or changes the state of one operator's account; writes and reads archives."""

    help = "Show, suspend, close or reopen an operator's account; export it, import an archive, or drill."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb, the operator or the file, and what the verb needs besides."""
        parser.add_argument("verb", choices=["show", *_CHANGES, "export", "import", "drill"])
        parser.add_argument(
            "subject",
            nargs="?",
            default="",
            help="the operator's subdomain; import: the archive; drill: left out, the next in turn",
        )
        parser.add_argument("file", nargs="?", type=Path, help="export: the archive to write")
        parser.add_argument("--slug", default="", help="import: the subdomain of the new operator")
        parser.add_argument("--reason", default="", help="shown to the owner")

    def handle(self, *args: Any, **options: Any) -> None:
        """
        Do what the verb says and print what came of it.

        :raises CommandError: no such operator, it is in another state, or the archive doesn't fit
        """
        try:
            if options["verb"] == "drill":
                self._drill(options["subject"])
            elif options["verb"] == "import":
                self._import(Path(options["subject"]), options["slug"])
            elif options["verb"] == "export":
                self._export(self._account(options["subject"]), options["file"])
            else:
                self._state(self._account(options["subject"]), options["verb"], options["reason"])
        except DomainError as problem:
            told = ", ".join(f"{name}: {value}" for name, value in problem.detail.items())
            raise CommandError(f"{problem.message} {told}".strip()) from problem

    def _account(self, slug: str) -> Account:
        account: Account | None = Account.objects.filter(slug=slug).first()
        if account is None:
            raise CommandError(f"There is no operator {slug!r}.")
        return account

    def _state(self, account: Account, verb: str, reason: str) -> None:
        if verb == "suspend" and not reason:
            raise CommandError("Give the reason with --reason. The owner will read it.")
        with tenant_context(account):
            if verb != "show":
                state.change(change=_CHANGES[verb], actor="platform", reason=reason, at=utc_now())
            found = state.state(schema_name=account.schema_name)
        self.stdout.write(f"{found['slug']}: {found['status']} {found['reason']}".rstrip())

    def _export(self, account: Account, path: Path | None) -> None:
        if path is None:
            raise CommandError("Name the file: ./outfitter account export SLUG FILE")
        if path.exists():
            raise CommandError(f"{path} is there already.")
        began = time.monotonic()
        found = export_account(account=account, path=path, at=utc_now())
        self.stdout.write(
            f"{path}: {found.tables_cnt} tables, {found.rows_cnt} rows, {found.files_cnt} files, "
            f"{found.byte_cnt / 1_000_000:.1f} MB in {time.monotonic() - began:.1f} s"
        )

    def _drill(self, slug: str) -> None:
        at = utc_now()
        account = self._account(slug) if slug else restore_drill.next_in_turn(at=at)
        if account is None:
            self.stdout.write("There is no operator yet.")
            return
        found = restore_drill.drill(account=account, at=at)
        self.stdout.write(
            f"{found.slug}: {found.rows_cnt} rows, {found.files_cnt} files, "
            f"{found.byte_cnt / 1_000_000:.1f} MB; out in {found.export_seconds:.1f} s, "
            f"back in {found.import_seconds:.1f} s"
        )
        for currency, entries, debited, left in found.sums:
            self.stdout.write(f"ledger {currency}: {entries} entries, {debited} debited, {left} left over")
        if not found.is_proved:
            raise CommandError(f"The restored copy differs in: {', '.join(found.differing)}")
        self.stdout.write("The restored copy is the same in every table and file.")

    def _import(self, path: Path, slug: str) -> None:
        if not slug:
            raise CommandError("Name the new subdomain: ./outfitter account import FILE --slug NEW")
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        found = import_account(path=path, slug=slug, at=utc_now())
        self.stdout.write(f"{found.slug}: {found.rows_cnt} rows, {found.files_cnt} files. It is closed.")
        for owner in found.owners:
            self.stdout.write(f"Invited {owner.email}: {owner.link}")
