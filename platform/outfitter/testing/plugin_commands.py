"""`outfitter plugin new` and `outfitter plugin check`: for plugin authors; they need no servers."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from outfitter.testing import scaffold


def main(words: Sequence[str]) -> int:
    """Create or check a plugin, and return the exit code."""
    chosen = _reader().parse_args(list(words))
    if chosen.verb == "new":
        return make_plugin(chosen.slug, chosen.kind, chosen.into)
    return check_plugin(chosen.slug)


def _reader() -> argparse.ArgumentParser:
    reader = argparse.ArgumentParser(prog="./outfitter plugin")
    verbs = reader.add_subparsers(dest="verb", required=True)
    made = verbs.add_parser("new", help="create a package with tests")
    made.add_argument("slug", help="the plugin's name, such as acme")
    made.add_argument("--kind", choices=scaffold.KINDS, default="events")
    made.add_argument("--into", type=Path, default=Path(), help="the folder to create it in")
    checked = verbs.add_parser("check", help="report what the host would reject")
    checked.add_argument("slug")
    return reader


def make_plugin(slug: str, kind: str, into: Path) -> int:
    """Create a package and say what to do next."""
    try:
        root = scaffold.make(slug, kind=kind, into=into)
    except scaffold.NotMade as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(f"Created {root}. Run its tests:\n  ./outfitter plugin test {root}\n")
    return 0


def check_plugin(slug: str) -> int:
    """Report what is wrong with an installed plugin."""
    if not os.environ.get("OUTFITTER_SECRET_KEY"):
        os.environ["DJANGO_SETTINGS_MODULE"] = "outfitter.testing.settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
    import django

    django.setup()
    from outfitter.testing import plugin_check

    found = plugin_check.problems(slug)
    for line in found:
        sys.stdout.write(f"problem: {line}\n")
    if not found:
        for line in plugin_check.notes(slug):
            sys.stdout.write(f"note: {line}\n")
        sys.stdout.write(f"{slug}: ok, hooks {', '.join(plugin_check.hooks(slug))}\n")
    return int(bool(found))
