"""
The table of all reports in docs/reports.md, made from their definitions.

`python -m tests.support.reports_table` writes it again; a test compares.
"""

from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "reports.md"
BEGIN, END = "<!-- every report -->\n", "<!-- end of every report -->\n"
_HEAD: Final = "| Report | List | Permission | Dates | Sums | Groups |\n|---|---|---|---|---|---|\n"


def table() -> str:
    """Return a line for every report that is asked in the one way."""
    from outfitter_tenants.reports.definitions import REPORTS

    lines = []
    for slug in sorted(REPORTS):
        report = REPORTS[slug]
        dates = [f"{base}: `{column}`" for base, column in report.dates.items()]
        dates += [f"{base}: `{other.dates[base]}`" for base, other in report.by_dates.items()]
        sums = [f"`{key}`" for key in (*report.totals, *report.beside_sums, *report.balances)]
        sums += [f"`{key}`" for key in (*report.ratios, *report.beside_ratios)]
        groups = [f"`{key}`" for key in report.groupings]
        cells = (
            f"`{slug}`",
            f"`{report.listing.name}`",
            ", ".join(f"`{one}`" for one in report.permissions),
            "; ".join(dates),
            ", ".join(sums),
            ", ".join(groups),
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    return _HEAD + "".join(lines)


def written() -> str:
    """Return the table as the page has it."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def write() -> None:
    """Put the table into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    import django

    django.setup()
    write()
