"""The commands of `outfitter` inside the virtual environment, called by `./outfitter`."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

Command = Callable[[Sequence[str]], int]

MANAGED = {
    "migrate": "migrate_all",
    "seed": "seed",
    "openapi": "openapi",
    "plugin": "plugin",
    "account": "account",
    "platform-admin": "platform_admin",
    "reset-demo": "reset_demo",
    "search": "search_index",
    "audit": "audit",
    "figures": "figures",
}
DEMONSTRATION = "demo"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    own: dict[str, Command] = {
        "prepare": prepare,
        "shell": shell,
        "doctor": doctor,
        "bench": bench,
        "breached-passwords": breached_passwords,
    }
    names = sorted({*MANAGED, *own})
    if not words or words[0] not in names:
        sys.stderr.write(f"usage: outfitter {{{','.join(names)}}} ...\n")
        return 2
    if words[0] == "plugin" and words[1:2] in (["new"], ["check"]):
        from outfitter.testing import plugin_commands

        return plugin_commands.main(words[1:])
    if not _load():
        return 1
    name, rest = words[0], words[1:]
    if name in {"prepare", "migrate"} and not _has_safe_pooler():
        return 1
    if name in MANAGED:
        return manage(MANAGED[name], *rest)
    return own[name](rest)


def _load() -> bool:
    """Load Django; a wrong or missing setting is reported in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
    import django

    from outfitter.settings.env import BadSetting

    try:
        django.setup()
    except BadSetting as problem:
        sys.stderr.write(f"{problem}. ./outfitter sets it; see ./outfitter --help\n")
        return False
    return True


def _has_safe_pooler() -> bool:
    """Return whether production may start here; a leaking pooler is reported in one line."""
    from outfitter.db import pooler

    try:
        pooler.require_safe()
    except pooler.LeakingPooler as problem:
        sys.stderr.write(f"Not started. {problem}\n")
        return False
    return True


def manage(command: str, *arguments: str) -> int:
    """Run a management command as if it had been typed, and return its exit code."""
    from django.core.management import execute_from_command_line

    execute_from_command_line(["outfitter", command, *arguments])
    return 0


def prepare(_arguments: Sequence[str]) -> int:
    """Migrate the database, and create the demo operator if it is missing."""
    from django.core.management import call_command

    call_command("migrate_all")

    from outfitter.accounts.models import Account

    if not Account.objects.filter(slug=DEMONSTRATION).exists():
        call_command("seed")
    return 0


def breached_passwords(arguments: Sequence[str]) -> int:
    """Build the file that OUTFITTER_BREACHED_PASSWORDS names from a download."""
    from outfitter.accounts import password_breaches

    reader = argparse.ArgumentParser(prog="./outfitter breached-passwords")
    reader.add_argument("source", type=Path, help='lines of "SHA1:COUNT", sorted by hash')
    reader.add_argument("target", type=Path, help="the file to write")
    chosen = reader.parse_args(arguments)
    with chosen.source.open(encoding="ascii") as lines:
        count = password_breaches.write(password_breaches.hashes_of_download(lines), chosen.target)
    sys.stdout.write(f"{count} passwords\n")
    return 0


def shell(arguments: Sequence[str]) -> int:
    """Open a Python shell inside an operator's schema."""
    reader = argparse.ArgumentParser(prog="./outfitter shell")
    reader.add_argument("--account", default=DEMONSTRATION, help="the operator's subdomain")
    reader.add_argument("-c", dest="code", help="run this code instead of opening a shell")
    chosen = reader.parse_args(arguments)

    from django.core.management import call_command
    from django.db import ProgrammingError
    from django_tenants.utils import tenant_context

    from outfitter.accounts.models import Account

    try:
        account = Account.objects.filter(slug=chosen.account).first()
    except ProgrammingError:
        sys.stderr.write("The database is empty. Run ./outfitter migrate\n")
        return 1
    if account is None:
        sys.stderr.write(f"There is no operator {chosen.account!r}.\n")
        return 1
    with tenant_context(account):
        if chosen.code:
            call_command("shell", command=chosen.code, verbosity=0)
        else:
            call_command("shell")
    return 0


def bench(arguments: Sequence[str]) -> int:
    """Run one of the benchmarks in infra/bench as a separate program."""
    from django.conf import settings

    infra = Path(settings.ROOT) / "infra"
    names = sorted(path.stem for path in (infra / "bench").glob("*.py") if not path.stem.startswith("_"))
    if not arguments or arguments[0] not in names:
        sys.stderr.write(f"usage: ./outfitter bench {{{','.join(names)}}} ...\n")
        return 2
    argv = [sys.executable, "-m", f"bench.{arguments[0]}", *arguments[1:]]
    sys.stdout.flush()
    os.execve(sys.executable, argv, {**os.environ, "PYTHONPATH": str(infra)})  # noqa: S606


def doctor(arguments: Sequence[str]) -> int:
    """Check database, broker, migrations and outbox; prints a table, or JSON for the launcher."""
    from outfitter.diagnostics import look

    rows = look()
    if "--json" in arguments:
        print(json.dumps(rows))
    else:
        for row in rows:
            print(f"{row['state']:<8} {row['subject']:<20} {row['finding']}")
    return int(any(row["state"] == "problem" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
