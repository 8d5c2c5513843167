"""`outfitter plugin`: list, enable or disable plugins, or set the platform's fee."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from outfitter.accounts.models import Account
from outfitter.kit.errors import DomainError
from outfitter.plugins import configs, partner_accounts, registry


class Command(BaseCommand):
    """Manages installed plugins, for one operator where that matters."""

    help = "List, enable or disable plugins, or set the platform's fee."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the verb, the plugin and the operator."""
        parser.add_argument("verb", choices=["list", "enable", "disable", "fee"])
        parser.add_argument("slug", nargs="?")
        parser.add_argument("--account", help="the operator's subdomain")
        parser.add_argument("--settings-json", help="the plugin's settings as a JSON object")
        parser.add_argument("--ppm", type=int, help="the fee in parts per million; leave out for the default")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the chosen command."""
        getattr(self, f"do_{options['verb']}")(**options)

    def do_list(self, **options: Any) -> None:
        """Print installed plugins, and which are on at the operator."""
        account = options["account"]
        enabled = configs.enabled_slugs(schema_name=self._schema(account)) if account else set()
        for slug, manifest in registry.manifests().items():
            state = "on" if slug in enabled else ("off" if account else "")
            self.stdout.write(f"{slug:14} {manifest.version:8} {manifest.category:10} {state}")

    def do_enable(self, **options: Any) -> None:
        """Enable a plugin."""
        raw = options["settings_json"]
        values = json.loads(raw) if raw else None
        try:
            configs.enable(
                schema_name=self._schema(options["account"]), slug=self._slug(options), values=values
            )
        except DomainError as problem:
            raise CommandError(f"{problem.message} {problem.detail}") from problem
        self.stdout.write(f"{options['slug']} is enabled at {options['account']}")

    def do_disable(self, **options: Any) -> None:
        """Disable a plugin."""
        configs.disable(schema_name=self._schema(options["account"]), slug=self._slug(options))
        self.stdout.write(f"{options['slug']} is disabled at {options['account']}")

    def do_fee(self, **options: Any) -> None:
        """Set what the platform keeps of an operator's payments through a gateway."""
        ppm = options["ppm"]
        try:
            partner_accounts.set_fee(
                slug=self._slug(options), schema_name=self._schema(options["account"]), fee_ppm=ppm
            )
        except (DomainError, ValueError) as problem:
            raise CommandError(str(problem)) from problem
        agreed = "the default fee" if ppm is None else f"{ppm} ppm"
        self.stdout.write(f"{options['account']} pays {agreed} through {options['slug']}")

    def _slug(self, options: dict[str, Any]) -> str:
        if not options["slug"]:
            raise CommandError("Name a plugin.")
        return str(options["slug"])

    def _schema(self, account: str | None) -> str:
        if not account:
            raise CommandError("Name the operator with --account SUBDOMAIN.")
        found = Account.objects.filter(slug=account).first()
        if found is None:
            raise CommandError(f"There is no operator {account!r}.")
        return str(found.schema_name)
