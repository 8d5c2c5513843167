"""Calendars that other programs subscribe to."""

from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.calendar import feeds
from outfitter_tenants.calendar.ical import Feed, FeedEvent, write
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of
from tests.support.resources import make_blackout, make_group, make_resource, make_use
from tests.support.sales import fill_cart, make_offer

AT = datetime(2026, 11, 1, 12, tzinfo=UTC)


def event(**given: Any) -> FeedEvent:
    values: dict[str, Any] = {
        "uid": "ts-1",
        "start_at": AT,
        "end_at": AT + timedelta(hours=1),
        "summary": "Kayak",
    }
    return FeedEvent(**{**values, **given})


def feed(*events: FeedEvent, time_zone: str = "America/New_York") -> Feed:
    return Feed("Kayak", "reef", time_zone, events)


def entries(body: bytes) -> list[Any]:
    return list(icalendar.Calendar.from_ical(body).walk("VEVENT"))


@pytest.mark.rules
class TestWriting:
    def test_an_event_says_when_it_is_by_the_clock_there(self) -> None:
        body = write(feed(event(sequence=3, changed_at=AT, location="Pier; 4")), at=AT)
        [written] = entries(body)
        assert str(written["uid"]) == "ts-1@reef"
        assert written["sequence"] == 3
        assert written.decoded("dtstart").isoformat() == "2026-11-01T07:00:00-05:00"
        assert written["dtstart"].params["TZID"] == "America/New_York"
        assert written.decoded("last-modified") == AT
        assert (str(written["status"]), str(written["location"])) == ("CONFIRMED", "Pier; 4")
        calendar = icalendar.Calendar.from_ical(body)
        assert [str(zone["tzid"]) for zone in calendar.timezones] == ["America/New_York"]
        assert b"REFRESH-INTERVAL;VALUE=DURATION:PT15M" in body
        assert b"X-PUBLISHED-TTL:PT15M" in body

    @pytest.mark.parametrize("zone", ["Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
    def test_every_zone_and_none_at_all(self, zone: str) -> None:
        nights = [AT + timedelta(days=days) for days in range(-200, 200, 7)]
        body = write(feed(*[event(start_at=at, end_at=at) for at in nights], time_zone=zone), at=AT)
        assert [e.decoded("dtstart").astimezone(UTC) for e in entries(body)] == nights
        assert entries(write(feed(time_zone=zone), at=AT)) == []

    def test_what_is_cancelled_is_told_and_blocks_nothing(self) -> None:
        [written] = entries(write(feed(event(is_cancelled=True)), at=AT))
        assert (str(written["status"]), str(written["transp"])) == ("CANCELLED", "TRANSPARENT")

    def test_text_stays_text(self) -> None:
        summary = "Kayak 🛶\r\nATTENDEE:mailto:x@evil.example, and; more " + "x" * 200
        [written] = entries(write(feed(event(summary=summary)), at=AT))
        assert "attendee" not in written
        assert str(written["summary"]).replace("\n", "\r\n").startswith("Kayak 🛶\r\nATTENDEE")

    def test_the_digest_moves_with_the_content_only(self) -> None:
        assert feed(event()).digest == feed(event()).digest
        assert feed(event()).digest != feed(event(sequence=1)).digest

    def test_an_address_tells_its_own_detail_and_no_other(self) -> None:
        hashes = {detail: feeds.address_hash("s" * 24, detail) for detail in feeds.DETAILS}
        assert len({given[1:] for given in hashes.values()}) == 3
        for detail, given in hashes.items():
            assert feeds.detail_of(secret="s" * 24, given=given) == detail
        for given in ("n" + hashes["busy"][1:], "s" * 24, "", "é"):
            with pytest.raises(feeds.FeedNotFound):
                feeds.detail_of(secret="s" * 24, given=given)
        with pytest.raises(feeds.FeedNotFound):
            feeds.detail_of(secret=None, given=feeds.address_hash("", "busy"))


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


def addresses(client: Client, whose: str, *, is_new: bool = True) -> dict[str, str]:
    path = f"/api/{whose}/ical"
    answer = client.post(f"{path}/rotate") if is_new else client.get(f"{path}/get")
    assert answer.status_code == 200, answer.content
    return {row["detail"]: "/api/" + row["url"].split("/api/")[1] for row in answer.json()["feeds"]}


def read(client: Client, path: str) -> list[Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return entries(answer.content)


class TestExperience:
    def sold(self) -> Any:
        offer = make_offer()
        trip = fill_cart(offer)
        Trip.objects.filter(pk=trip).update(total_amount=0, deposit_due_amount=0)
        conversion.convert(trip_id=trip, expected_total=0, accept_terms=True, is_opt_in=False, at=utc_now())
        return offer

    def test_each_address_tells_as_much_as_it_says(self, owner: Client, client_for: Any) -> None:
        offer = self.sold()
        public = client_for("reef")
        found = addresses(owner, f"experience/{offer.experience_id}")
        assert set(found) == {"busy", "counts", "names"}
        [busy] = read(public, found["busy"])
        [counts] = read(public, found["counts"])
        [names] = read(public, found["names"])
        booked = Timeslot.objects.get(pk=offer.timeslot_id).booked_pax_cnt
        assert str(busy["uid"]) == f"ts-{offer.timeslot_id}@reef"
        assert (str(busy["summary"]), busy.get("description")) == ("Kayak", None)
        assert (str(counts["summary"]), counts.get("description")) == (f"Kayak ({booked}/10)", None)
        contact = Trip.objects.get().contact_last_name
        assert contact in str(names["description"])
        assert contact not in str(counts)

    def test_without_guests_only_when_all_are_wished_for(self, owner: Client, client_for: Any) -> None:
        offer = make_offer()
        busy = addresses(owner, f"experience/{offer.experience_id}")["busy"]
        assert read(client_for("reef"), busy) == []
        assert len(read(client_for("reef"), f"{busy}?is_all=true")) == 1

    def test_who_has_it_is_not_sent_it_again(self, owner: Client, client_for: Any) -> None:
        offer = self.sold()
        path = addresses(owner, f"experience/{offer.experience_id}")["counts"]
        public = client_for("reef")
        etag = public.get(path)["ETag"]
        same = public.get(path, headers={"if-none-match": etag})
        assert (same.status_code, same.content, same["ETag"]) == (304, b"", etag)
        Timeslot.objects.update(version=7)
        other = public.get(path, headers={"if-none-match": etag})
        assert other.status_code == 200
        assert entries(other.content)[0]["sequence"] == 7

    def test_cancelled_stays_thirty_days_and_the_window_is_a_year(
        self, owner: Client, client_for: Any
    ) -> None:
        made, now = make_experience(), utc_now()
        for days, given in {
            1: {"status": "cancelled", "cancelled_at": now - timedelta(days=29)},
            2: {"status": "cancelled", "cancelled_at": now - timedelta(days=31)},
            3: {"booked_pax_cnt": 1},
            364: {"booked_pax_cnt": 1},
            366: {"booked_pax_cnt": 1},
            -29: {"booked_pax_cnt": 1},
            -31: {"booked_pax_cnt": 1},
        }.items():
            start = now + timedelta(days=days)
            make_timeslot(experience=made, start_at=start, day=start.date(), **given)
        path = addresses(owner, f"experience/{made.pk}")["busy"]
        found = {
            (e.decoded("dtstart") - now).days + 1: str(e["status"]) for e in read(client_for("reef"), path)
        }
        assert found == {-29: "CONFIRMED", 1: "CANCELLED", 3: "CONFIRMED", 364: "CONFIRMED"}

    def test_new_addresses_make_the_old_ones_lead_nowhere(self, owner: Client, client_for: Any) -> None:
        made = make_experience().pk
        assert addresses(owner, f"experience/{made}", is_new=False) == {}
        first = addresses(owner, f"experience/{made}")["busy"]
        assert addresses(owner, f"experience/{made}", is_new=False)["busy"] == first
        second = addresses(owner, f"experience/{made}")["busy"]
        public = client_for("reef")
        assert_error(public.get(first), 404, "not_found")
        assert public.get(second).status_code == 200
        assert owner.post(f"/api/experience/{made}/ical/stop").json() == {"feeds": []}
        assert_error(public.get(second), 404, "not_found")
        log = AuditLog.objects.filter(entity_type="experience", entity_id=made)
        assert [row.action for row in log.order_by("id")] == [
            "experience.feed_rotated",
            "experience.feed_rotated",
            "experience.feed_stopped",
        ]
        assert all(row.after is None for row in log)

    def test_strangers_and_neighbours(self, owner: Client, client_for: Any) -> None:
        made = make_experience().pk
        path = addresses(owner, f"experience/{made}")["busy"]
        assert_error(client_for("peak").get(path), 404, "not_found")
        assert_error(client_for("reef").get(f"/api/experience/{made}/ical/get"), 401)
        assert_error(client_for("reef").post(f"/api/experience/{made}/ical/rotate"), 401)
        peak = owner_of(client_for, "peak")
        assert_error(peak.get(f"/api/experience/{made}/ical/get"), 404, "not_found")
        other = path.replace(f"/{made}/", f"/{make_experience().pk}/")
        for wrong in (other, path[:-1] + "x", "/api/ical/experience/999999/" + "b" * 32):
            assert_error(client_for("reef").get(wrong), 404, "not_found")


class TestResource:
    def test_what_it_does_and_when_it_is_out(self, owner: Client, client_for: Any) -> None:
        van = make_resource(group=make_group(), capacity=8)
        slot = make_timeslot(start_at=utc_now() + timedelta(days=3))
        for _ in range(2):
            make_use(slot=slot, resource=van, units=2)
        out = utc_now() + timedelta(days=5)
        make_blackout(resource=van, begin=out, end=out + timedelta(days=1), reason="Repair")
        found = addresses(owner, f"resource/{van.pk}", is_new=False)
        public = client_for("reef")
        assert [str(e["summary"]) for e in read(public, found["busy"])] == [van.name] * 2
        use, blackout = read(public, found["counts"])
        assert str(use["uid"]) == f"ts-{slot.pk}-r{van.pk}-1@reef"
        assert str(use["summary"]) == "Reef tour (4/8)"
        assert str(blackout["summary"]) == "Repair"
        fresh = addresses(owner, f"resource/{van.pk}")
        assert_error(public.get(found["names"]), 404, "not_found")
        assert len(read(public, fresh["names"])) == 2

    def test_strangers_and_neighbours(self, owner: Client, client_for: Any) -> None:
        van = make_resource(group=make_group())
        path = addresses(owner, f"resource/{van.pk}")["busy"]
        assert_error(client_for("peak").get(path), 404, "not_found")
        assert_error(client_for("reef").post(f"/api/resource/{van.pk}/ical/rotate"), 401)
        peak = owner_of(client_for, "peak")
        assert_error(peak.get(f"/api/resource/{van.pk}/ical/get"), 404, "not_found")
        assert_error(peak.post(f"/api/resource/{van.pk}/ical/rotate"), 404, "not_found")
