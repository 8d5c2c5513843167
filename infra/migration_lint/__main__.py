"""
Check the migrations that come after the start line, or move the start line at a release.

`python -m migration_lint` exits with 1 when one of them would block or break a running release.
`python -m migration_lint --release` notes that everything so far is released.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Final

START_LINE: Final = Path(__file__).with_name("start_line.json")
OUR_PACKAGES: Final = ("outfitter.", "outfitter_tenants.", "outfitter_signup")


def read_start_line() -> dict[str, str]:
    """Return the last released migration of each app."""
    kept: dict[str, str] = json.loads(START_LINE.read_text(encoding="utf-8"))
    return kept


def main() -> int:
    """Run the command line; returns the exit code."""
    reader = argparse.ArgumentParser(prog="python -m migration_lint", description=__doc__)
    reader.add_argument("--release", action="store_true", help="note that every migration so far is released")
    chosen = reader.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.test")
    import django

    django.setup()
    from django.apps import apps
    from django.db.migrations.loader import MigrationLoader

    from migration_lint.judgment import judge
    from migration_lint.offline_sql import render

    loader = MigrationLoader(None)
    labels = sorted(one.label for one in apps.get_app_configs() if one.name.startswith(OUR_PACKAGES))
    if chosen.release:
        leaves = {app: name for app, name in sorted(loader.graph.leaf_nodes()) if app in labels}
        START_LINE.write_text(json.dumps(leaves, indent=2) + "\n", encoding="utf-8")
        return 0
    found = judge(render(loader, read_start_line(), labels))
    for one in found:
        print(one)
    if found:
        print("Split it into an expanding and a contracting release, or say in `exempt` why it does no harm.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
