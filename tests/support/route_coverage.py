"""
Which routes the test run exercised, with which outcomes.

A middleware of the test settings appends what was asked to a file per process; at the end of a
whole run (OUTFITTER_WHOLE_RUN=1) every route of tests/contract/routes.tsv that the product serves
must have been answered with a success and with a refusal.
"""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponse

FOLDER = Path(os.environ.get("OUTFITTER_ROUTES_SEEN", "var/test/routes"))
TABLE = Path(__file__).resolve().parents[1] / "contract" / "routes.tsv"
# Routes whose success needs something the Python run does not have; each is covered elsewhere.
PAGES = {"page", "public"}


class RecordMiddleware:
    """Notes method, path and status of every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.file = FOLDER / f"{os.getpid()}.jsonl"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        with self.file.open("a") as notes:
            # JSON: what fuzzers ask for may hold tabs and line ends.
            json.dump([request.method, request.path, response.status_code], notes)
            notes.write("\n")
        return response


def forget() -> None:
    """Start a run with nothing noted."""
    for file in FOLDER.glob("*.jsonl"):
        file.unlink()


def contract() -> list[tuple[str, str, str]]:
    """Return (kind, method, path) of every route of the contract."""
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if line[:1] != "#"]
    return [(row[1], row[2], row[3]) for row in rows if len(row) >= 4]


def pattern(path: str) -> re.Pattern[str]:
    """Turn /api/trip/{trip}/get into a regular expression."""
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) + r"/?")


def seen() -> dict[tuple[str, str], set[int]]:
    """Return (method, path) -> statuses of the whole run."""
    found: dict[tuple[str, str], set[int]] = {}
    for file in FOLDER.glob("*.jsonl"):
        for line in file.read_text().splitlines():
            method, path, status = json.loads(line)
            found.setdefault((method, path), set()).add(status)
    return found


def gaps(served: set[tuple[str, str]]) -> list[str]:
    """
    Return what is missing, in words: served routes of the contract without a success or refusal.

    `served` holds (METHOD, /path/{param}) of every operation of the product.
    """
    noted = seen()
    missing: list[str] = []
    shapes = {(method, re.sub(r"\{[^}]+\}", "{}", path)) for method, path in served}
    for kind, method, path in contract():
        if kind in PAGES or (method, re.sub(r"\{[^}]+\}", "{}", path)) not in shapes:
            continue
        regex = pattern(path)
        answers = [got for (m, p), got in noted.items() if m == method and regex.fullmatch(p)]
        statuses = set().union(*answers)
        if not any(200 <= status < 400 for status in statuses):
            missing.append(f"{method} {path}: never succeeded")
        if not any(400 <= status < 500 for status in statuses):
            missing.append(f"{method} {path}: never refused")
    return missing


def served_operations() -> set[tuple[str, str]]:
    """Return (METHOD, path) of every JSON operation and webhook of the product."""
    from outfitter.plugins import registry
    from tests.support.api_operations import whole_document

    paths = whole_document()["paths"]
    found = {(method.upper(), path) for path, item in paths.items() for method in item}
    return found | {("POST", f"/partner/{hook.path}") for _, hook in registry.collect("webhooks")}
