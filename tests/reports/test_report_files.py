"""Reports as files: chosen columns, groups, papers; only for those who may."""

import csv
import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.pdf import document
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.people.models import Role
from outfitter_tenants.reports import report_files
from outfitter_tenants.trips.models import Trip
from tests.invoices import invoice_calls as b
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
NAMES = ("=HYPERLINK(1)", "沖縄ダイビング", "شركة الغوص")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "VAR", tmp_path)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was put on paper, which is printed all the same."""
    found, render = [], document.render

    def note(template: Any, data: Any, **more: Any) -> bytes:
        found.append(data)
        return render(template, data, **more)

    monkeypatch.setattr(document, "render", note)
    return found


@pytest.fixture
def staff(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


@pytest.fixture
def sold(reef: Any) -> None:
    offer = make_offer(capacity=None)
    for name in NAMES:
        b.sell(offer, make_reseller(name))


def ask(client: Client, slug: str, file_format: str, **more: Any) -> Any:
    today, export = utc_now().date(), {"format": file_format, **more.pop("export", {})}
    first, last = today - timedelta(days=30), today + timedelta(days=30)
    body = {"from": str(first), "to": str(last), "export": export, **more}
    return client.post(f"/api/reports/{slug}", body, content_type="application/json")


def file_of(client: Client, slug: str, file_format: str, **more: Any) -> bytes:
    answer = ask(client, slug, file_format, **more)
    assert answer.status_code == 200, answer.content
    for job in Job.objects.filter(status__in=["queued", "running"]):
        jobs.work_on({"job_id": job.pk}, utc_now())
    rows = client.get("/api/importexport/get").json()["data"]
    row = next(one for one in rows if one["id"] == answer.json()["meta"]["export_id"])
    assert row["status"] == "done", row
    found = client.get(row["download_url"])
    assert found.status_code == 200
    return b"".join(found.streaming_content)


def lines(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


class TestRows:
    def test_the_chosen_columns_in_their_order_under_the_readers_words(self, staff, sold):
        head, *rows = lines(
            file_of(
                staff,
                "trips",
                "csv",
                columns=["total_amount", "reseller", "confirmation_code"],
                export={"labels": {"total_amount": "Summe"}, "title": "Was wir verkauft haben"},
            )
        )
        assert head == ["Summe", "reseller", "confirmation_code"]
        assert {row[1] for row in rows} == {"'=HYPERLINK(1)", *NAMES[1:]}

    def test_the_report_is_taken_out_and_not_the_list_behind_it(self, staff, sold):
        Trip.objects.filter(pk=Trip.objects.latest("pk").pk).update(status="draft")
        shown = ask(staff, "trips", "csv", columns=["confirmation_code"]).json()["meta"]["total"]
        rows = lines(file_of(staff, "trips", "csv", columns=["confirmation_code"]))[1:]
        assert len(rows) == shown == 2


class TestGroups:
    def test_a_line_for_each_group(self, staff, sold):
        asked = {"groupBy": ["reseller", "month"], "compare": "previous"}
        head, *rows = lines(file_of(staff, "tripsGrouped", "csv", **asked))
        answer = ask(staff, "tripsGrouped", "csv", **asked).json()
        assert len(rows) == len(answer["groups"]) == 3
        place = head.index("Total amount")
        sums = [group["sums"]["total_amount"] for group in answer["groups"]]
        assert [round(float(row[place]) * 100) for row in rows] == sums
        assert {row[0] for row in rows} == {"'=HYPERLINK(1)", *NAMES[1:]}

    def test_numbers_are_numbers_in_a_spreadsheet(self, staff, sold):
        book = zipfile.ZipFile(io.BytesIO(file_of(staff, "tripsGrouped", "xlsx", groupBy=["reseller"])))
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        [one, *_] = ask(staff, "tripsGrouped", "xlsx", groupBy=["reseller"]).json()["groups"]
        assert f"<v>{one['sums']['total_amount'] / 100:g}</v>" in sheet
        assert "<f>" not in sheet


class TestPapers:
    def test_groups_on_paper_in_any_script(self, staff, sold, printed):
        data = file_of(
            staff,
            "tripsGrouped",
            "pdf",
            groupBy=["reseller"],
            filters=[{"field": "status", "op": "in", "value": ["reserved"]}],
            export={"title": "Partner", "locale": "de", "labels": {"reseller": "Wiederverkäufer"}},
        )
        assert data.startswith(b"%PDF-")
        [sheet] = printed
        for said in ("Partner", *NAMES, "nach Buchungsdatum", "Status: Reserved", "Seite {n} von {all}"):
            assert said in str(sheet), said
        assert sheet["head"][0] == "Wiederverkäufer"
        assert len(sheet["rows"]) == 3
        assert any("$" in figure for _, figure in sheet["sums"])

    def test_a_long_report_says_what_it_leaves_out(self, staff, sold, printed, monkeypatch):
        monkeypatch.setattr(report_files, "MOST_ON_PAPER", 2)
        file_of(staff, "trips", "pdf", columns=["confirmation_code", "total_amount"])
        assert "The first 2 of 3 rows" in printed[0]["note"]
        assert [len(row) for row in printed[0]["rows"]] == [2, 2]

    def test_nothing_is_said_to_be_nothing(self, staff, printed):
        assert file_of(staff, "trips", "pdf").startswith(b"%PDF-")
        assert printed[0]["note"] == "Nothing in these days."


class TestWho:
    def test_who_may_not_take_out_is_refused(self, client_for, sold):
        for codes in (("report.view", "trip.view"), ("export", "trip.view")):
            role = make_role("-".join(codes).replace(".", "")[:20], *codes)
            client = browser_of(client_for, make_colleague("C" + codes[0][0], "x", role=role))
            for file_format in ("csv", "pdf"):
                assert_error(ask(client, "trips", file_format), 403, "forbidden")

    def test_a_file_is_closed_to_whoever_lost_the_report(self, client_for, sold):
        role = make_role("reader", "report.view", "trip.view", "export")
        client = browser_of(client_for, make_colleague("Ana", "x", role=role))
        file_of(client, "tripsGrouped", "csv", groupBy=["month"])
        [row] = client.get("/api/importexport/get").json()["data"]
        Role.objects.filter(pk=role.pk).update(permissions=["trip.view", "export"])
        assert_error(client.get(row["download_url"]), 403, "forbidden")

    def test_groups_by_what_one_may_not_see_are_refused(self, client_for, sold):
        role = make_role("reader", "report.view", "trip.view", "export")
        client = browser_of(client_for, make_colleague("Ana", "x", role=role))
        assert_error(ask(client, "tripsGrouped", "csv", groupBy=["reseller"]), 422)
