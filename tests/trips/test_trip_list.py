"""The list of trips over HTTP: what a row says, who sees which, what is done to many at once."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.scheduling.models import TimeslotGuide
from outfitter_tenants.trips.lists import WORDS
from outfitter_tenants.trips.models import Flag, FlagReason, Trip, TripOrder, TripSource
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_rows import BEGIN, make_trips

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def rita(client_for):
    return owner_of(client_for)


def ids(client: Any, **asked: Any) -> list[int]:
    answer = client.get("/api/trips/get", asked)
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["data"]]


def scope(name: str, **avatar: Any) -> UserAvatar:
    Role.objects.filter(slug="owner").update(scope=name)
    found = UserAvatar.objects.get(email=database.REEF.owner_email)
    UserAvatar.objects.filter(pk=found.pk).update(**avatar)
    return found


def test_a_row_says_what_a_list_needs(rita):
    offer = make_offer()
    made = fill_cart(offer, adults=2, children=1)
    filters = json.dumps([{"field": "experiences", "op": "in", "value": [offer.experience_id]}])

    body = rita.get("/api/trips/get", {"search": "rui ana", "filters": filters, "group_by": "status"}).json()

    row = body["data"][0]
    assert (row["id"], row["status"]["slug"], row["tripMethod"]["slug"]) == (made, "draft", "ecommerce")
    assert row["contact"]["first_name"] == "Ana"
    assert row["experience_names"] == ["Kayak"]
    assert (row["pax_cnt"], row["total_amount"], row["balance_amount"]) == (3, 12700, 12700)
    assert (row["paid_state"], row["schedule_state"], row["is_flagged"]) == ("unpaid", "scheduled", False)
    assert body["meta"] == {
        "next_cursor": None,
        "total": 1,
        "is_total_exact": True,
        "groups": [{"value": "draft", "label": "Draft", "cnt": 1}],
    }


def test_pages_by_cursor(rita):
    made = make_trips([{"pax_cnt": number} for number in range(5)])
    first = rita.get("/api/trips/get", {"sort": "-pax_cnt", "limit": 3}).json()
    cursor = first["meta"]["next_cursor"]
    rest = rita.get("/api/trips/get", {"sort": "-pax_cnt", "limit": 3, "cursor": cursor}).json()
    found = [row["id"] for row in [*first["data"], *rest["data"]]]
    assert found == [trip.pk for trip in reversed(made)]
    assert rest["meta"]["next_cursor"] is None


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"sort": "ip"}, "sort"),
        ({"limit": 201}, "limit"),
        ({"limit": "x"}, "limit"),
        ({"filters": "{"}, "filters"),
        ({"cursor": "x"}, "cursor"),
        ({"group_by": "ip"}, "group_by"),
        ({"search": "x" * 101}, "search"),
    ],
)
def test_mistakes_are_named(rita, asked, field):
    answer = rita.get("/api/trips/get", asked)
    assert field in assert_error(answer, 422, "validation_failed")["detail"]["fields"]


class TestWhoSeesWhat:
    def test_strangers_nothing(self, client_for):
        assert_error(client_for("reef").get("/api/trips/get"), 401, "unauthenticated")

    def test_a_reseller_its_own(self, rita):
        _others, theirs = make_trips([{"reseller_id": 7}, {"reseller_id": 8}])
        make_trips([{}])
        scope("reseller", reseller_id=8)
        assert ids(rita) == [theirs.pk]
        scope("reseller", reseller_id=None)
        assert ids(rita) == []

    def test_a_guide_the_departures_assigned(self, rita):
        offer, other = make_offer(), make_offer(name="Hike")
        mine, _not = fill_cart(offer), fill_cart(other)
        guide = scope("assigned")
        assert ids(rita) == []
        TimeslotGuide.objects.create(
            timeslot_id=offer.timeslot_id, user_avatar_id=guide.pk, status="assigned"
        )
        assert ids(rita) == [mine]
        TripOrder.objects.filter(trip_id=mine).update(status="cancelled")
        assert ids(rita) == []


class TestManyAtOnce:
    def work(self) -> Job:
        # A slow machine ends a slice early; the due work would come back for the rest.
        for _ in range(20):
            job = Job.objects.get()
            if job.finished_at:
                break
            jobs.work_on({"job_id": job.pk}, utc_now())
        return job

    def post(self, client, path, body):
        return client.post(path, body, content_type="application/json")

    def test_a_source_for_these(self, rita):
        one, two, three = make_trips([{}] * 3)
        source = TripSource.objects.get(slug="hotel")
        body = {"ids": [one.pk, two.pk, two.pk], "source_id": source.pk}
        started = self.post(rita, "/api/trips/bulk/source", body).json()
        assert (started["total_cnt"], started["title"]) == (2, {"name": source.name})

        done = self.work()

        assert (done.status, done.done_cnt) == ("done", 2)
        marked = Trip.objects.filter(trip_source=source)
        assert set(marked.values_list("pk", flat=True)) == {one.pk, two.pk}
        assert marked.get(pk=one.pk).version == 2
        told = AuditLog.objects.filter(action="trip.source_changed")
        assert {row.entity_id for row in told} == {one.pk, two.pk}
        assert {row.actor_name for row in told} == {started["requested_by_name"]}
        assert three.pk not in {row.entity_id for row in told}

    def test_a_flag_for_all_that_match(self, rita):
        make_trips([{"pax_cnt": number % 2} for number in range(250)])
        reason = FlagReason.objects.create(name="Call back", color="#ff0000")
        odd = [{"field": "pax_cnt", "op": "eq", "value": 1}]
        body = {"filters": odd, "is_flagged": True, "reason_id": reason.pk, "comment": "today"}
        assert self.post(rita, "/api/trips/bulk/flag", body).json()["total_cnt"] == 125
        assert self.work().done_cnt == 125
        assert Flag.objects.filter(reason=reason, comment="today").count() == 125
        flagged = [{"field": "flag_reason", "op": "in", "value": [reason.pk]}]
        assert len(ids(rita, filters=json.dumps(flagged), limit=200)) == 125

        Job.objects.all().delete()
        self.post(rita, "/api/trips/bulk/flag", {"filters": odd, "is_flagged": False})
        assert self.work().done_cnt == 125
        assert not Flag.objects.filter(cleared_at__isnull=True).exists()

    def test_refuses(self, rita):
        trip = make_trips([{}])[0]
        for path, body, field in (
            ("source", {"ids": [], "source_id": None}, "ids"),
            ("source", {"ids": [trip.pk], "source_id": 999}, "source_id"),
            ("flag", {"ids": [trip.pk], "is_flagged": True, "reason_id": 9}, "reason_id"),
            ("source", {"filters": [{"field": "x"}], "source_id": None}, "filters.0.field"),
        ):
            answer = self.post(rita, f"/api/trips/bulk/{path}", body)
            assert field in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        Role.objects.filter(slug="owner").update(permissions=["trip.view"])
        body = {"ids": [trip.pk], "source_id": None}
        assert_error(self.post(rita, "/api/trips/bulk/source", body), 403, "forbidden")

    def test_touches_no_trip_of_another_operator_nor_out_of_reach(self, rita, client_for):
        mine, other = make_trips([{"reseller_id": 8}, {"reseller_id": 7}])
        source = TripSource.objects.get(slug="hotel").pk
        scope("reseller", reseller_id=8)
        self.post(rita, "/api/trips/bulk/source", {"ids": [mine.pk, other.pk], "source_id": source})
        assert self.work().done_cnt == 1
        assert list(Trip.objects.filter(trip_source=source)) == [mine]


class TestResellers:
    def test_trips_are_found_and_grouped_by_who_sold_them(self, rita):
        hotel, other = make_reseller("Harbor Hotel"), make_reseller("Island Tours", status="archived")
        mine, theirs, own = make_trips([{"reseller_id": hotel}, {"reseller_id": other}, {}])
        rows = {row["id"]: row for row in rita.get("/api/trips/get").json()["data"]}
        assert [rows[one.pk]["reseller_name"] for one in (mine, theirs, own)] == [
            "Harbor Hotel",
            "Island Tours",
            None,
        ]
        of_hotel = json.dumps([{"field": "reseller", "op": "in", "value": [hotel]}])
        of_nobody = json.dumps([{"field": "reseller", "op": "empty", "value": None}])
        assert ids(rita, filters=of_hotel) == [mine.pk]
        assert ids(rita, filters=of_nobody) == [own.pk]
        groups = rita.get("/api/trips/get", {"group_by": "reseller"}).json()
        assert groups["data"]

    def test_agents_learn_no_other_partners_name(self, rita, client_for):
        make_reseller("Island Tours")
        table = rita.get("/api/table/trips/get").json()
        assert "Island Tours" in json.dumps(table)
        Role.objects.filter(slug="owner").update(
            permissions=[
                code for code in Role.objects.get(slug="owner").permissions if code != "reseller.view"
            ]
        )
        assert "Island Tours" not in rita.get("/api/table/trips/get").content.decode()
        asked = json.dumps([{"field": "reseller", "op": "empty", "value": None}])
        assert rita.get("/api/trips/get", {"filters": asked}).status_code == 422


def test_a_search_uses_its_index():
    """The text in migration 0003 must stay what the list compiles to."""
    make_trips([{"contact_last_name": "Ruiz"}] * 3)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
    plan = Trip.objects.order_by().alias(words_of=WORDS).filter(words_of__contains="ruiz").explain()
    assert "trip_by_words" in plan, plan


@pytest.mark.parametrize(
    ("sort", "index"),
    [
        ("contact", "trip_by_contact"),
        ("balance_amount", "trip_by_balance"),
        ("first_start_at", "trip_by_start"),
        ("created_at", "trip_by_creation"),
    ],
)
def test_a_sort_uses_its_index(rita, sort, index):
    make_trips([{"first_start_at": BEGIN}] * 30)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    with CaptureQueriesContext(connection) as seen:
        first = rita.get("/api/trips/get", {"sort": sort, "limit": 10}).json()
        rita.get("/api/trips/get", {"sort": sort, "limit": 10, "cursor": first["meta"]["next_cursor"]})
    pages = [q["sql"] for q in seen if "ORDER BY" in q["sql"] and '"sorted_by"' in q["sql"]]
    assert len(pages) >= 2
    for sql in pages:
        assert "OFFSET" not in sql
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert index in plan, plan
