"""The order of automations, who may read them, and what a move of all clocks does to what is planned."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.backoffice.general import operations as general
from outfitter_tenants.catalog.models import Experience, Location
from outfitter_tenants.crm.automations import job
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations import work_on
from outfitter_tenants.messaging.models import Automation
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.models import Role, UserAvatar
from tests.checkout.front_desk import Desk
from tests.crm.automation_support import make_automation, planned, tell
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import order_of, sell

ROUTE = "/api/automations/reorder"


@pytest.fixture
def staff(reef, client_for):
    return Desk(owner_of(client_for))


def ids_of(staff, trigger, query=""):
    data = staff.client.get(f"/api/automations/get{query}").json()["data"]
    return [one["id"] for one in data if one["trigger"] == trigger and not one["is_inherited"]]


def may(*permissions):
    role = Role.objects.create(slug="some", name="Some", permissions=list(permissions))
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)


class TestOrder:
    def test_it_is_kept_and_told(self, staff):
        ids = ids_of(staff, "draft_idle")
        wanted = [ids[2], ids[0], ids[1]]
        answer = staff.done(ROUTE, trigger="draft_idle", ids=wanted)

        assert [one["id"] for one in answer["data"] if one["trigger"] == "draft_idle"] == wanted
        assert ids_of(staff, "draft_idle") == wanted
        assert AuditLog.objects.get(action="automation.reordered").after["ids"] == wanted

    def test_the_same_again_is_no_news(self, staff):
        ids = ids_of(staff, "before_start")
        for _ in range(2):
            staff.done(ROUTE, trigger="before_start", ids=ids[::-1])
        assert AuditLog.objects.filter(action="automation.reordered").count() == 1

    def test_what_is_not_named_follows(self, staff):
        ids = ids_of(staff, "draft_idle")
        staff.done(ROUTE, trigger="draft_idle", ids=[ids[2], ids[2]])
        assert ids_of(staff, "draft_idle") == [ids[2], ids[0], ids[1]]

    def test_a_form_that_was_open_brings_no_place_back(self, staff):
        ids = ids_of(staff, "before_start")
        row = Automation.objects.get(pk=ids[0])
        staff.done(ROUTE, trigger="before_start", ids=ids[::-1])
        body = {
            "id": row.pk,
            "version": row.version,
            "template_id": row.template_id,
            "position": row.position,
        }
        assert_error(staff.post("/api/automation/save", trigger="before_start", **body), 409, "stale_version")

    def test_of_another_trigger_or_experience_or_nowhere(self, staff):
        [first, *_] = ids_of(staff, "before_start")
        offer = make_offer()
        for body in (
            {"trigger": "after_end", "ids": [first]},
            {"trigger": "before_start", "ids": [999_999]},
            {"trigger": "before_start", "ids": [first], "experience_id": offer.experience_id},
        ):
            assert_error(staff.post(ROUTE, **body), 404, "not_found")
        assert_error(staff.post(ROUTE, trigger="before_start", ids=[]), 422, "validation_failed")

    def test_an_experiences_own(self, staff):
        offer = make_offer()
        own = [
            make_automation("reminder_day", "before_start", minutes, experience_id=offer.experience_id).pk
            for minutes in (60, 120)
        ]
        about = {"trigger": "before_start", "experience_id": offer.experience_id}
        staff.done(ROUTE, ids=own[::-1], **about)
        assert ids_of(staff, "before_start", f"?experience_id={offer.experience_id}") == own[::-1]

    def test_what_is_due_at_once_goes_in_it(self, staff):
        one, other = (make_automation("reminder_day", "before_start", 60).pk for _ in range(2))
        staff.done(ROUTE, trigger="before_start", ids=[other, one])
        trip_id = sell(make_offer())
        tell()
        rows = [row for row in planned(trip_id, "before_start") if row.automation_id in {one, other}]
        assert [row.automation_id for row in rows] == [other, one]
        assert rows[0].scheduled_at == rows[1].scheduled_at

    def test_only_who_decides_about_messages(self, staff):
        ids = ids_of(staff, "before_start")
        may("crm.send")
        assert_error(staff.post(ROUTE, trigger="before_start", ids=ids), 403, "forbidden")


class TestReaders:
    READS = ("/api/automations/get", "/api/templates/get", "/api/crm/settings", "/api/template/1/get")

    @pytest.mark.parametrize("permission", ["crm.send", "crm.manage"])
    def test_either_right_is_enough(self, staff, permission):
        staff.client.get("/api/automations/get")
        may(permission)
        for path in self.READS:
            assert staff.client.get(path).status_code in {200, 404}, path

    def test_neither_is_not(self, staff):
        may("customer.view")
        for path in self.READS:
            assert_error(staff.client.get(path), 403, "forbidden")


def move_clocks(zone):
    version = people.get_all_properties()["version"]
    general.save(values={"time_zone": zone}, version=version, at=utc_now())


def work():
    [row] = Job.objects.filter(kind=job.KIND_OF_ALL, status__in=["queued", "running"])
    work_on({"job_id": row.pk}, utc_now())
    row.refresh_from_db()
    assert row.status == "done", row.errors
    return row


class TestMovedClocks:
    def test_what_is_planned_follows_the_departure(self, staff):
        trip_id = sell(make_offer())
        tell()
        before = [row.scheduled_at for row in planned(trip_id)]
        move_clocks("Pacific/Honolulu")
        begins = order_of(trip_id).timeslot.start_at
        work()

        rows = [row for row in planned(trip_id) if row.status == "scheduled"]
        assert [row.scheduled_at for row in rows] != before
        assert rows[0].scheduled_at == begins - timedelta(days=1)
        assert len(rows) == len(before)

    def test_twice_is_once(self, staff):
        trip_id = sell(make_offer())
        tell()
        move_clocks("Pacific/Auckland")
        move_clocks("Asia/Tokyo")
        assert Job.objects.filter(kind=job.KIND_OF_ALL).count() == 1
        done = work()
        assert done.requested_by is None
        moved = [(row.pk, row.scheduled_at, row.status) for row in planned(trip_id)]
        job.start_for_every_trip(name="Mia", at=utc_now())
        work()
        assert [(row.pk, row.scheduled_at, row.status) for row in planned(trip_id)] == moved

    def test_a_place_in_another_zone_moves_its_own(self, staff):
        offer = make_offer()
        place = Location.objects.create(name="Bay", time_zone=None)
        Experience.objects.filter(pk=offer.experience_id).update(location=place)
        trip_id = sell(offer)
        tell()
        values = {"name": "Bay", "address": "", "lat": None, "lng": None, "is_default": False}
        general.save_location(values=values | {"time_zone": "Asia/Tokyo"}, location_id=place.pk, at=utc_now())
        work()
        begins = order_of(trip_id).timeslot.start_at
        rows = [row for row in planned(trip_id) if row.status == "scheduled"]
        assert rows[0].scheduled_at == begins - timedelta(days=1)

    def test_the_same_zone_moves_nothing(self, staff):
        move_clocks(people.get_properties().time_zone)
        assert not Job.objects.filter(kind=job.KIND_OF_ALL).exists()
