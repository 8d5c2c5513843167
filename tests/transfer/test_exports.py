"""Exports: what is shown becomes a file, for a week, for those who may."""

import csv
import io
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from outfitter.db.lists import columns
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.people.models import Role
from outfitter_tenants.transfer import export_files
from outfitter_tenants.transfer import operations as transfers
from outfitter_tenants.transfer.models import Transfer
from outfitter_tenants.transfer.operations import export_work
from outfitter_tenants.trips.lists import TRIPS
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role
from tests.support.trip_rows import BEGIN, make_trips

pytestmark = pytest.mark.usefixtures("reef", "folder")

BODY = {
    "object": "trips",
    "format": "csv",
    "sort": "pax_cnt",
    "has_bom": False,
    "columns": [
        {"key": "contact", "label": "Kontakt"},
        {"key": "pax_cnt", "label": "Gäste"},
        {"key": "total_amount", "label": "Summe"},
        {"key": "first_start_at"},
    ],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR", tmp_path)
    return tmp_path


@pytest.fixture
def rita(client_for):
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def export(client, **change: Any) -> dict[str, Any]:
    answer = post(client, "/api/importexport/export/create", {**BODY, **change})
    assert answer.status_code == 200, answer.content
    return answer.json()


def work() -> None:
    while job := Job.objects.filter(status__in=["queued", "running"]).first():
        jobs.work_on({"job_id": job.pk}, utc_now())


def finished(client) -> dict[str, Any]:
    work()
    return client.get("/api/importexport/get").json()["data"][0]


def content(client, row: dict[str, Any]) -> bytes:
    answer = client.get(row["download_url"])
    assert answer.status_code == 200, answer
    return b"".join(answer.streaming_content)


def test_what_the_list_shows(rita):
    make_trips(
        [
            {
                "pax_cnt": 2,
                "contact_first_name": "Ana",
                "contact_last_name": "Ruiz",
                "total_amount": 4905,
                "first_start_at": BEGIN,
            },
            {"pax_cnt": 1, "contact_last_name": '=HYPERLINK("x")', "total_amount": -500},
            {"pax_cnt": 9, "status": "deleted"},
            {"pax_cnt": 8},
        ]
    )
    few = [{"field": "pax_cnt", "op": "lt", "value": 5}]
    made = export(rita, filters=few)
    assert (made["status"], made["download_url"], made["progress_ppm"]) == ("running", None, None)

    row = finished(rita)

    assert (row["status"], row["ok_rows"], row["total_rows"]) == ("done", 2, 2)
    assert row["progress_ppm"] == 1_000_000
    text = content(rita, row).decode()
    assert list(csv.reader(io.StringIO(text))) == [
        ["Kontakt", "Gäste", "Summe", "first_start_at"],
        ['\'=HYPERLINK("x")', "1", "-5.00", ""],
        ["Ana Ruiz", "2", "49.05", "2026-07-01 05:00"],  # New York
    ]
    assert AuditLog.objects.get(action="export.created").after["filters"] == few


def test_values_have_the_readers_names(rita):
    make_trips([{"pax_cnt": 3}])
    columns = [
        {"key": "status", "label": "Status", "names": {"Draft": "Entwurf"}},
        {"key": "pax_cnt", "label": "Gäste", "names": {"3": "drei"}},
    ]
    export(rita, columns=columns, filters=[{"field": "pax_cnt", "op": "eq", "value": 3}])

    rows = list(csv.reader(io.StringIO(content(rita, finished(rita)).decode())))

    assert rows == [["Status", "Gäste"], ["Entwurf", "3"]]


def test_in_chunks_nothing_twice(rita, monkeypatch):
    monkeypatch.setattr(export_work, "SIZE", 4)
    make_trips([{"pax_cnt": number % 3} for number in range(10)])
    export(rita, columns=[{"key": "confirmation_code", "label": "Code"}])
    text = content(rita, finished(rita)).decode()
    codes = [line for line in text.splitlines()[1:] if line]
    assert len(codes) == len(set(codes)) == 10


def test_a_chunk_that_runs_again_replaces_what_it_wrote(folder):
    at = export_files.spool("k", [["a"]], at=0)
    export_files.spool("k", [["half"], ["done"]], at=at)
    export_files.spool("k", [["b"]], at=at)
    assert (export_files.folder_of("k") / "rows.jsonl").read_text() == '["a"]\n["b"]\n'


def test_a_byte_order_mark_when_asked_for(rita):
    export(rita, has_bom=True)
    assert content(rita, finished(rita)).startswith(b"\xef\xbb\xbf")


def test_a_spreadsheet(rita):
    make_trips([{"pax_cnt": 3, "total_amount": 4905, "first_start_at": BEGIN, "contact_last_name": "=1+1"}])
    export(rita, format="xlsx")
    row = finished(rita)
    assert row["file_name"].endswith(".xlsx")
    book = zipfile.ZipFile(io.BytesIO(content(rita, row)))
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet  # no formula
    assert "=1+1" in sheet
    assert "<v>49.05</v>" in sheet
    assert "<v>46204.20833333334</v>" in sheet or "<v>46204.2083333" in sheet  # a real date


class TestWho:
    def test_needs_the_permission_also_for_the_link(self, rita, client_for):
        export(rita)
        row = finished(rita)
        assert_error(client_for("reef").get(row["download_url"]), 401, "unauthenticated")
        Role.objects.filter(slug="owner").update(permissions=["trip.view", "team.manage"])
        for path in (row["download_url"], "/api/importexport/get"):
            assert_error(rita.get(path), 403, "forbidden")
        assert_error(post(rita, "/api/importexport/export/create", BODY), 403, "forbidden")

    def test_needs_the_lists_permission(self, rita):
        Role.objects.filter(slug="owner").update(permissions=["export"])
        assert_error(post(rita, "/api/importexport/export/create", BODY), 403, "forbidden")
        assert rita.get("/api/importexport/formats/export/get").json()[0]["object"] != "trips"

    def test_a_link_leads_to_its_own_file_only(self, rita):
        export(rita)
        row = finished(rita)
        path = row["download_url"].split("?")[0]
        for query in ("", "?token=x", "?token=WyJhIl0:x:y"):
            assert_error(rita.get(path + query), 404, "not_found")
        export(rita)
        other = finished(rita)
        token = row["download_url"].split("?")[1]
        wrong = f"{other['download_url'].split('?')[0]}?{token}"
        assert_error(rita.get(wrong), 404, "not_found")

    def test_another_operator_gets_nothing(self, rita, client_for):
        export(rita)
        row = finished(rita)
        peak = owner_of(client_for, "peak")
        assert_error(peak.get(row["download_url"]), 404, "not_found")
        assert_error(post(peak, f"/api/importexport/export/{row['id']}/delete"), 404, "not_found")

    def test_somebody_elses_is_not_there(self, rita):
        export(rita)
        row = finished(rita)
        Transfer.objects.update(requested_by=999)
        Role.objects.filter(slug="owner").update(permissions=["export", "trip.view"])
        assert rita.get("/api/importexport/get").json()["data"] == []
        assert_error(rita.get(row["download_url"]), 404, "not_found")


def test_deleted_with_its_file(rita, folder):
    export(rita)
    row = finished(rita)
    assert list(folder.rglob("*.csv"))
    assert post(rita, f"/api/importexport/export/{row['id']}/delete").json() == {"id": row["id"]}
    assert not list(folder.rglob("*.csv"))
    assert_error(rita.get(row["download_url"]), 404, "not_found")
    assert_error(post(rita, f"/api/importexport/export/{row['id']}/delete"), 404, "not_found")


def test_deleted_while_it_runs(rita, folder):
    row = export(rita)
    post(rita, f"/api/importexport/export/{row['id']}/delete")
    work()
    assert Job.objects.get().status == "cancelled"
    assert not [path for path in folder.rglob("*") if path.is_file()]


def test_expires_after_a_week(rita, folder):
    export(rita)
    row = finished(rita)
    due = DueJob.objects.get(kind="transfer.expire")
    stored = Transfer.objects.get()
    assert due.next_at == stored.expires_at == stored.created_at + timedelta(days=7)
    transfers.expire({"transfer_id": stored.pk}, stored.expires_at - timedelta(seconds=1))
    assert list(folder.rglob("*.csv"))
    for _twice in range(2):
        transfers.expire({"transfer_id": stored.pk}, stored.expires_at)
    assert not list(folder.rglob("*.csv"))
    assert rita.get("/api/importexport/get").json()["data"][0]["status"] == "expired"
    assert_error(rita.get(row["download_url"]), 404, "not_found")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"columns": [{"key": "ip"}]}, "columns"),
        ({"filters": [{"field": "ip", "op": "eq", "value": 1}]}, "filters.0.field"),
        ({"sort": "email"}, "sort"),
        ({"format": "pdf"}, "format"),
        ({"object": "a b"}, "object"),
    ],
)
def test_what_cannot_be_exported(rita, change, field):
    answer = post(rita, "/api/importexport/export/create", {**BODY, **change})
    assert field in assert_error(answer, 422, "validation_failed")["detail"]["fields"]


def test_a_list_that_is_none(rita):
    body = {**BODY, "object": "nothing"}
    assert_error(post(rita, "/api/importexport/export/create", body), 404, "not_found")


def test_the_folder_is_the_operators_own(folder):
    assert Path(folder) / "exports" / "t_reef" / "k" == export_files.folder_of("k")


def colleague(client_for, *codes):
    person = make_colleague("Max", role=make_role("clerk", *codes))
    return browser_of(client_for, person)


def test_an_export_that_waits_is_cancelled_whole(rita):
    made = export(rita)

    post(rita, f"/api/job/{made['job_id']}/cancel")

    row = Transfer.objects.get()
    assert (row.status, row.finished_at is None) == ("cancelled", False)


def test_looking_after_the_team_opens_no_list(rita, client_for):
    export(rita)
    row = finished(rita)
    overseer = colleague(client_for, "team.manage", "export")

    shown = overseer.get("/api/importexport/get").json()["data"][0]

    assert shown["id"] == row["id"]
    assert_error(overseer.get(row["download_url"]), 403, "forbidden")
    reader = make_colleague("Ida", role=make_role("reader", "team.manage", "export", "trip.view"))
    assert content(browser_of(client_for, reader), row)


def test_a_file_closes_when_its_owner_may_no_longer_read_the_list(client_for):
    clerk = colleague(client_for, "export", "trip.view")
    export(clerk)
    row = finished(clerk)
    assert content(clerk, row)

    Role.objects.filter(slug="clerk").update(permissions=["export"])

    assert_error(clerk.get(row["download_url"]), 403, "forbidden")


def test_columns_that_vanish_meanwhile_end_it(client_for, monkeypatch):
    monkeypatch.setattr(export_work, "SIZE", 2)
    hidden = replace(TRIPS.columns[0], key="secret", source="pk", permission="audit.view")
    monkeypatch.setitem(columns._listings, "trips", replace(TRIPS, columns=(*TRIPS.columns, hidden)))
    make_trips([{}, {}, {}])
    clerk = colleague(client_for, "export", "trip.view", "audit.view")
    export(clerk, columns=[{"key": "confirmation_code"}, {"key": "secret"}])
    steps = iter([None])
    step = export_work._read

    def one_chunk(row, work):
        found = step(row, work)
        if next(steps, "over") is None:
            Role.objects.filter(slug="clerk").update(permissions=["export", "trip.view"])
        return found

    monkeypatch.setattr(export_work, "_read", one_chunk)
    work()

    assert Transfer.objects.get().status == "failed"
    assert export_files.folders() == []


@pytest.mark.parametrize("file_format", ["csv", "xlsx"])
def test_a_worker_that_dies_after_writing_writes_all_again(rita, monkeypatch, file_format):
    make_trips([{"pax_cnt": 2}, {"pax_cnt": 3}])
    export(rita, format=file_format)
    step, deaths = export_work._write, iter([True])

    def dies(row, work):
        found = step(row, work)
        if next(deaths, False):
            raise RuntimeError("power cut")
        return found

    monkeypatch.setattr(export_work, "_write", dies)
    row = finished(rita)

    assert (row["status"], row["ok_rows"]) == ("done", 2)
    data = content(rita, row)
    if file_format == "csv":
        assert len(data.decode().splitlines()) == 3
    else:
        sheet = zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml").decode()
        assert sheet.count("<row ") == 3


def test_rows_that_got_lost_end_it(rita, monkeypatch):
    monkeypatch.setattr(export_work, "SIZE", 1)
    make_trips([{}, {}, {}])
    export(rita)
    step = export_work._read

    def loses(row, work):
        export_files.remove(str(row.key)) if work.state.get("offset") else None
        return step(row, work)

    monkeypatch.setattr(export_work, "_read", loses)
    work()

    assert Transfer.objects.get().status == "failed"
