"""The list of calls as a file: what the screen shows, for those who may see it, and nobody's recording."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.notifications import translations
from tests.calls.support import CALLER, LINE, make_call
from tests.support.api_operations import assert_error
from tests.support.customers import make_customer
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
KEYS = (
    "started_at",
    "status",
    "caller_number",
    "destination_number",
    "customer",
    "duration_s",
    "callback",
    "note",
)
BODY = {"object": "calls", "format": "csv", "has_bom": False, "columns": [{"key": key} for key in KEYS]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAR", tmp_path)


def post(client: Any, body: dict[str, Any]) -> Any:
    return client.post("/api/importexport/export/create", body, content_type="application/json")


def exported(client: Any, **change: Any) -> list[dict[str, str]]:
    """Export calls; returns the rows of the file."""
    answer = post(client, {**BODY, **change})
    assert answer.status_code == 200, answer.content
    while job := Job.objects.filter(status__in=["queued", "running"]).first():
        jobs.work_on({"job_id": job.pk}, utc_now())
    row = client.get("/api/importexport/get").json()["data"][0]
    assert row["status"] == "done", row
    file = client.get(row["download_url"])
    return list(csv.DictReader(io.StringIO(b"".join(file.streaming_content).decode("utf-8"))))


def test_what_the_list_shows_is_in_the_file(client_for: Any) -> None:
    ana = make_customer(first_name="Ana", last_name="Ruiz", email="ana@example.com")
    make_call(customer_id=ana, note="=1+1", recording_url="https://calls.example/secret.mp3")
    make_call(status="missed", answered_at=None, callback="wanted", ago=timedelta(hours=2))
    # What another provider told of the same call is no call of its own.
    make_call(provider="dialpad", part_of_id=make_call(ago=timedelta(hours=3)).pk)
    rows = exported(owner_of(client_for))
    assert [(row["customer"], row["callback"]) for row in rows] == [
        ("Ana Ruiz", "none"),
        ("", "wanted"),
        ("", "none"),
    ]
    # Nor of a number: what begins with a plus is text.
    assert (rows[0]["caller_number"], rows[0]["destination_number"]) == (f"'{CALLER}", f"'{LINE}")
    assert rows[0]["duration_s"] == "62"
    # A spreadsheet computes nothing of what somebody typed.
    assert rows[0]["note"] != "=1+1"
    assert not [value for row in rows for value in row.values() if "secret" in value]


def test_filters_go_along(client_for: Any) -> None:
    make_call()
    make_call(status="missed", answered_at=None)
    missed = [{"field": "status", "op": "eq", "value": "missed"}]
    assert [row["status"] for row in exported(owner_of(client_for), filters=missed)] == ["missed"]


def test_who_sees_no_calls_exports_none(client_for: Any) -> None:
    make_call()
    kim = browser_of(client_for, make_colleague("Kim", role=make_role("clerk", "trip.view", "export")))
    assert_error(post(kim, BODY), 403, "forbidden")


@pytest.mark.parametrize("language", ROUTE_LOCALES)
def test_the_file_has_a_name_in_every_language(language: str) -> None:
    names = translations.words(language)
    assert all(names[f"list_{one}"] for one in ("calls", "reviews", "resellers", "invoices"))
