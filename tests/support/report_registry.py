"""
What the office's screens know of every report: a small file made from the registry of reports.

`python -m tests.support.report_registry` writes it again after a report changed; a test compares.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from outfitter_tenants.reports.report import Report

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = ROOT / "web" / "src" / "features" / "reports" / "registry.json"


def _described(slug: str, report: "Report") -> dict[str, object]:
    from outfitter_tenants.reports.definitions import REPORTS
    from outfitter_tenants.reports.report_groups import MAX_LEVELS
    from outfitter_tenants.reports.report_routes import SHAPES

    others = [one for one in REPORTS.values() if one.listing.name == report.listing.name]
    with_rows = next((one.slug for one in others if not one.default_groups), "")
    return {
        "shape": "objects" if slug in SHAPES else "cells",
        "list": report.listing.name,
        "permissions": list(report.permissions),
        "dates": list(report.date_types),
        "compare": report.default_compare,
        "groups": [
            {"key": key, "step": one.step, "column": one.column} for key, one in report.groupings.items()
        ],
        "levels": MAX_LEVELS,
        "defaults": list(report.default_groups),
        "totals": {
            **{key: report.total_kinds.get(key, "money") for key in report.totals},
            **{key: report.total_kinds.get(key, "number") for key in report.ratios},
        },
        "first": list(report.shown_first),
        "rows": with_rows if report.default_groups else slug,
    }


def described() -> dict[str, dict[str, object]]:
    """Return what screens know of every report, by the last part of its address."""
    from outfitter_tenants.reports.definitions import REPORTS

    return {slug: _described(slug, report) for slug, report in REPORTS.items()}


def keys() -> dict[str, set[str]]:
    """Return the keys of all columns, groups and sums that a reader can meet, by report."""
    from outfitter_tenants.reports.definitions import REPORTS

    found: dict[str, set[str]] = {}
    for slug, report in REPORTS.items():
        exported = {column.key for column in report.listing.columns if column.is_exported}
        sums = set(report.totals) | set(report.ratios) | set(report.groupings)
        found[slug] = (set() if report.default_groups else exported) | sums
    return found


def built_in_values() -> set[str]:
    """Return the slugs of all choices that the product itself brings: no tags, no languages."""
    from django.db import DatabaseError

    from outfitter_tenants.reports.definitions import REPORTS

    listings = [one.listing for one in REPORTS.values()]
    found: set[str] = set()
    for column in (one for listing in listings for one in listing.columns):
        if column.kind != "choice" or column.options is None or column.key == "locale":
            continue
        try:
            found |= {option.slug for option in column.options() if option.slug}
        except (DatabaseError, RuntimeError):
            # What an operator made up stands in the database and keeps its own name.
            continue
    return found


def text() -> str:
    """Return the file as it has to be."""
    lines = [f"  {json.dumps(slug)}: {json.dumps(one)}" for slug, one in described().items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file."""
    import django

    django.setup()
    FILE.write_text(text())


if __name__ == "__main__":
    main()
