"""Builds the site: `python -m docs_site [--output FOLDER]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from docs_site.build import SiteError, build

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    """Build the site; return the exit code."""
    parser = argparse.ArgumentParser(prog="docs_site", description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "_site")
    asked = parser.parse_args(arguments)
    try:
        pages = build(ROOT, asked.output)
    except SiteError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{pages} pages in {asked.output}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
