"""Calls of automations: what people change, the calendar of what goes, pausing, how one writes."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.jobs.operations import work_on
from outfitter_tenants.messaging.models import Automation, Message, Template
from tests.checkout.front_desk import Desk
from tests.crm.automation_support import make_automation, planned, states, tell
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import order_of, sell

DAY = timedelta(days=1)


@pytest.fixture
def staff(reef, client_for):
    return Desk(owner_of(client_for))


def shown(staff, query=""):
    return staff.client.get(f"/api/automations/get{query}").json()


def of(staff, slug):
    return next(one for one in shown(staff)["data"] if one["slug"] == slug)


def body(one, **changes):
    names = ("id", "version", "trigger", "offset_minutes", "position", "is_on", "stop_if", "experience_id")
    return {**{name: one[name] for name in names}, "template_id": one["template"]["id"], **changes}


def work():
    """Do the jobs that were started."""
    for job in Job.objects.filter(status__in=["queued", "running"]):
        work_on({"job_id": job.pk}, utc_now())
        job.refresh_from_db()
        assert job.status == "done", job.errors


class TestList:
    def test_every_operator_begins_with_those_that_ship(self, staff):
        found = shown(staff)

        assert {one["slug"] for one in found["data"]} >= {"confirmation", "reminder_day", "cart_first"}
        assert {one["slug"] for one in found["data"] if not one["is_on"]} == {"reminder_hours"}
        assert found["meta"] == {"is_paused": False, "can_text": False}

    def test_an_experience_inherits_until_it_has_its_own(self, staff):
        offer = make_offer()
        query = f"?experience_id={offer.experience_id}"
        reminders = [one for one in shown(staff, query)["data"] if one["trigger"] == "before_start"]
        assert {(one["is_inherited"], one["is_replaced"]) for one in reminders} == {(True, False)}
        own = make_automation("reminder_day", "before_start", 120, experience_id=offer.experience_id)
        reminders = [one for one in shown(staff, query)["data"] if one["trigger"] == "before_start"]

        assert [one["id"] for one in reminders if not one["is_inherited"]] == [own.pk]
        assert {one["is_replaced"] for one in reminders if one["is_inherited"]} == {True}
        assert own.pk not in {one["id"] for one in shown(staff)["data"]}

    def test_an_experience_that_is_not_there(self, staff):
        assert_error(staff.client.get("/api/automations/get?experience_id=999999"), 404, "not_found")


class TestSave:
    def test_another_offset_moves_what_is_planned(self, staff):
        trip_id = sell(make_offer())
        tell()
        day = of(staff, "reminder_day")
        assert day["planned_cnt"] == 1
        saved = staff.done("/api/automation/save", **body(day, offset_minutes=120))
        work()

        assert (saved["offset_minutes"], saved["version"]) == (120, day["version"] + 1)
        [row] = planned(trip_id, "before_start")
        assert row.scheduled_at == order_of(trip_id).timeslot.start_at - timedelta(hours=2)
        entry = AuditLog.objects.get(action="automation.changed")
        assert (entry.before, entry.after) == ({"offset_minutes": 1440}, {"offset_minutes": 120})

    def test_turned_off_and_on_again(self, staff):
        trip_id = sell(make_offer())
        tell()
        day = of(staff, "reminder_day")
        off = staff.done("/api/automation/save", **body(day, is_on=False))
        work()
        assert states(trip_id, "before_start") == [("cancelled", "automation_off")]
        staff.done("/api/automation/save", **body(off, is_on=True))
        work()

        assert states(trip_id, "before_start") == [("scheduled", "planned_before_start")]

    def test_one_of_an_experiences_own_takes_the_place_of_the_general_ones(self, staff):
        offer = make_offer()
        trip_id, other = sell(offer), sell(make_offer(name="Canoe"))
        tell()
        template = Template.objects.get(slug="reminder_day")
        made = staff.done(
            "/api/automation/save",
            template_id=template.pk,
            trigger="before_start",
            offset_minutes=60,
            experience_id=offer.experience_id,
        )
        work()
        assert sorted(states(trip_id, "before_start")) == [
            ("cancelled", "own_automation"),
            ("scheduled", "planned_before_start"),
        ]
        assert states(other, "before_start") == [("scheduled", "planned_before_start")]
        assert made["stop_if"] == ["cancelled"]
        staff.done(f"/api/automation/{made['id']}/archive", version=made["version"])
        work()

        # The general one holds again.
        assert sorted(states(trip_id, "before_start")) == [
            ("cancelled", "automation_archived"),
            ("scheduled", "planned_before_start"),
        ]

    def test_a_template_that_is_off_and_on_again(self, staff):
        trip_id = sell(make_offer())
        tell()
        own = staff.done(f"/api/template/{of(staff, 'reminder_day')['template']['id']}/clone")["template"]
        assert not own["is_active"]
        staff.done(f"/api/template/{own['id']}/activate", is_active=True)
        staff.done("/api/automation/save", **body(of(staff, "reminder_day"), template_id=own["id"]))
        work()
        staff.done(f"/api/template/{own['id']}/activate", is_active=False)
        work()
        assert states(trip_id, "before_start") == [("cancelled", "template_off")]
        staff.done(f"/api/template/{own['id']}/activate", is_active=True)
        work()

        assert states(trip_id, "before_start") == [("scheduled", "planned_before_start")]

    def test_one_job_that_waits_is_enough(self, staff):
        day = of(staff, "reminder_day")
        for minutes in range(60, 67):
            day = staff.done("/api/automation/save", **body(day, offset_minutes=minutes))

        assert Job.objects.filter(status="queued").count() == 1

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"template_id": 999_999}, "template_id"),
            ({"experience_id": 999_999, "id": None, "version": None}, "experience_id"),
        ],
    )
    def test_what_is_not_there(self, staff, changes, field):
        answer = staff.post("/api/automation/save", **body(of(staff, "reminder_day"), **changes))

        assert field in assert_error(answer, 422, "validation_failed")["detail"]["fields"]

    def test_a_template_of_another_kind(self, staff):
        shown(staff)
        abandon = Template.objects.get(slug="abandon_first").pk
        answer = staff.post("/api/automation/save", template_id=abandon, trigger="before_start")

        assert "template_id" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]

    def test_one_that_ships_keeps_its_trigger_and_stays(self, staff):
        day = of(staff, "reminder_day")
        answer = staff.post("/api/automation/save", **body(day, trigger="after_end"))
        assert answer.status_code in {409, 422}
        assert_error(staff.post(f"/api/automation/{day['id']}/archive"), 409, "is_system")

    def test_in_a_version_that_is_over(self, staff):
        day = of(staff, "reminder_day")
        staff.done("/api/automation/save", **body(day, offset_minutes=120))

        assert_error(staff.post("/api/automation/save", **body(day)), 409, "stale_version")
        assert_error(staff.post("/api/automation/999999/archive"), 404, "not_found")
        assert_error(staff.post("/api/automation/save", **body(day, id=999_999)), 404, "not_found")


class TestCalendar:
    def ask(self, staff, **query):
        today = utc_now().date()
        params = {"from": today, "to": today + 40 * DAY, **query}
        return staff.client.get("/api/messages/planned/get", params)

    def test_days_and_the_messages_of_one(self, staff):
        trip_id = sell(make_offer())
        tell()
        row = planned(trip_id, "before_start")[0]
        found = self.ask(staff).json()
        assert sum(day["planned_cnt"] for day in found["days"]) == 3
        assert found["data"] == []
        day = found["days"][0]["date"]
        found = self.ask(staff, day=day).json()

        [one] = found["data"]
        assert (one["id"], one["status"], one["reason"]) == (row.pk, "scheduled", "planned_before_start")
        assert one["trigger"] == "before_start"
        assert one["trip"]["id"] == trip_id
        assert found["meta"] == {"next_cursor": None, "is_paused": False}

    def test_pages(self, staff):
        trip_id = sell(make_offer())
        tell()
        row = planned(trip_id, "before_start")[0]
        copies = []
        for number in range(120):
            copy = Message.objects.get(pk=row.pk)
            copy.pk, copy.hash, copy.dedupe_key = None, f"copy{number}", f"copy:{number}"
            copies.append(copy)
        Message.objects.bulk_create(copies)
        day, cursor, seen = self.ask(staff).json()["days"][0]["date"], "", []
        for _ in range(3):
            found = self.ask(staff, day=day, cursor=cursor).json()
            seen += [one["id"] for one in found["data"]]
            cursor = found["meta"]["next_cursor"]

        assert cursor is None
        assert len(seen) == len(set(seen)) == 121

    @pytest.mark.parametrize(
        "query",
        [
            {"to": "2020-01-01"},
            {"to": "2099-01-01"},
            {"day": "2026-12-01", "cursor": "nonsense"},
            {"day": "2026-12-01", "cursor": "2026-12-01T00:00:00_5"},
            {"day": "today"},
        ],
    )
    def test_what_cannot_be_asked(self, staff, query):
        assert_error(self.ask(staff, **query), 422, "validation_failed")


class TestPauseAndSettings:
    def test_pausing(self, staff):
        assert staff.done("/api/messages/pause", is_paused=True)["is_paused"]
        assert staff.done("/api/messages/pause", is_paused=True)["is_paused"]
        assert shown(staff)["meta"]["is_paused"]
        assert staff.done("/api/messages/pause", is_paused=False) == {
            "is_paused": False,
            "paused_at": None,
            "skipped_cnt": 0,
        }
        actions = AuditLog.objects.filter(action__startswith="messages.").order_by("id")
        assert list(actions.values_list("action", flat=True)) == ["messages.paused", "messages.resumed"]

    def test_settings(self, staff):
        before = staff.client.get("/api/crm/settings").json()
        assert (before["quiet_from"], before["quiet_until"]) == ("21:00", "08:00")
        saved = staff.done(
            "/api/crm/settings",
            version=before["version"],
            quiet_from="22:00",
            google_review_url="https://g.page/r/reef/review",
        )

        assert (saved["quiet_from"], saved["quiet_until"]) == ("22:00", "08:00")
        assert saved["google_review_url"] == "https://g.page/r/reef/review"
        stale = staff.post("/api/crm/settings", version=before["version"], quiet_from="20:00")
        assert_error(stale, 409, "stale_version")
        wrong = staff.post("/api/crm/settings", tripadvisor_review_url="javascript:alert(1)")
        assert_error(wrong, 422, "validation_failed")


def test_letters_that_are_off_do_not_go(reef):
    from outfitter.plugins import contexts
    from outfitter.plugins.types import Event
    from outfitter_tenants.messaging import automations, subscribers
    from tests.messaging.support import payload

    automations.list_automations()
    ctx = contexts.context_for(schema_name="t_reef")
    event = Event("e1", "trip.converted", payload(), utc_now())
    Automation.objects.filter(slug="confirmation").update(is_on=False)
    subscribers.on_trip_converted(ctx, event)
    assert not Message.objects.filter(category="confirmation").exists()
    Automation.objects.filter(slug="confirmation").update(is_on=True)
    subscribers.on_trip_converted(ctx, event)

    assert Message.objects.filter(category="confirmation").count() == 1
