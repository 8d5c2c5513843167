"""Guests before a kiosk: found by what they hold, checked in once, their tickets printed once."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience, Location
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.models import Device, KioskTerms, PrintJob
from outfitter_tenants.devices.print_queue import print_routes
from outfitter_tenants.devices.print_queue.print_routes import RouteChoice
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.sold_trips import guests_of, sell


class Kiosk:
    """A tablet that was paired as a kiosk."""

    def __init__(self, client: Any, kind: str = "kiosk", location_id: int | None = None) -> None:
        self.client = client
        self.id, self.token = devices.register(
            name="Pier", kind=kind, platform="", push_token=None, location_id=location_id, at=utc_now()
        )

    def post(self, what: str, **body: Any) -> Any:
        headers = {"X-Outfitter-Device": self.token}
        return self.client.post(f"/api/kiosk/{what}", body, content_type="application/json", headers=headers)

    def find(self, code: str) -> dict[str, Any]:
        answer = self.post("find", code=code)
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def check_in(self, party: dict[str, Any], ids: list[int] | None = None, action: str = "press-001") -> Any:
        ids = [one["booking_id"] for one in party["guests"]] if ids is None else ids
        return self.post("checkIn", key=party["key"], booking_ids=ids, client_action_id=action)


def soon(minutes: int = 60) -> None:
    """Have all departures begin in so many minutes, today."""
    at = utc_now() + timedelta(minutes=minutes)
    zone = Properties.objects.get().time_zone
    Timeslot.objects.update(start_at=at, end_at=at + timedelta(hours=2), date=zones.local_day(at, zone))


def pay(trip_id: int) -> None:
    trip = Trip.objects.get(pk=trip_id)
    Trip.objects.filter(pk=trip_id).update(paid_amount=trip.total_amount)


def terms(**values: Any) -> None:
    KioskTerms.objects.update_or_create(pk=1, defaults=values)


def midday() -> None:
    """Put the operator where it is about noon: what begins in an hour is today's."""
    offset = 12 - utc_now().hour
    Properties.objects.update(time_zone=f"Etc/GMT{-offset:+d}" if offset else "UTC")


@pytest.fixture
def sold(reef: Any) -> int:
    trip_id = sell(make_offer(capacity=20), adults=2, children=0)
    midday()
    soon()
    pay(trip_id)
    return trip_id


@pytest.fixture
def kiosk(sold: int, client_for: Any) -> Kiosk:
    return Kiosk(client_for("reef"))


def test_a_party_checks_itself_in_and_nobody_is_named_in_full(kiosk: Kiosk, sold: int) -> None:
    guests = guests_of(sold)
    Booking.objects.filter(pk=guests[0].pk).update(guest_first_name="Ana", guest_last_name="Ruizova")
    answer = kiosk.post("find", code=guests[0].ticket_code)
    party = answer.json()
    assert party["state"] == "open"
    assert [one["first_name"] for one in party["guests"]] == ["Ana", ""]
    for hidden in ("Ruizova", "ana@example.com", Trip.objects.get(pk=sold).hash):
        assert hidden not in answer.content.decode()

    done = kiosk.check_in(party)
    assert done.status_code == 200, done.content
    assert done.json()["checked_in_cnt"] == 2
    assert all(one["is_here"] and one["checked_in_at"] for one in done.json()["party"]["guests"])
    entry = AuditLog.objects.filter(action="booking.checked_in").get()
    assert (entry.actor_type, entry.actor_name, entry.user_avatar_id) == ("customer", "Pier", None)

    again = kiosk.find(Trip.objects.get(pk=sold).confirmation_code.lower())
    assert [one["is_here"] for one in again["guests"]] == [True, True]
    assert kiosk.check_in(again, action="press-0002").json()["checked_in_cnt"] == 0


def test_chosen_guests_come_alone_and_a_press_counts_once(kiosk: Kiosk, sold: int) -> None:
    party = kiosk.find(guests_of(sold)[0].ticket_code)
    first = [party["guests"][0]["booking_id"]]
    assert [kiosk.check_in(party, first).json()["checked_in_cnt"] for _ in range(2)] == [1, 0]
    kinds = list(Booking.objects.order_by("id").values_list("booking_status__kind", flat=True))
    assert sorted(kinds) == ["arrived", "not_arrived"]
    assert_error(kiosk.check_in(party, action="press-001"), 409, "duplicate")


def test_tickets_come_out_once_where_the_kiosk_stands(kiosk: Kiosk, sold: int) -> None:
    printer, _ = devices.register(
        name="Desk", kind="printer", platform="", push_token=None, location_id=None, at=utc_now()
    )
    choice = RouteChoice("ticket", None, "device", printer, "", "roll_80", 1, is_drawn=False)
    print_routes.save(choice=choice, at=utc_now())
    party = kiosk.find(guests_of(sold)[0].ticket_code)
    assert kiosk.check_in(party).json()["papers_cnt"] == 2
    assert kiosk.check_in(party).json()["papers_cnt"] == 0
    job = PrintJob.objects.get()
    assert (job.device_id, job.kind, job.state) == (printer, "ticket", "queued")

    terms(prints_tickets=False)
    Booking.objects.update(booking_status=1, checked_in_at=None)
    assert kiosk.check_in(party, action="press-0009").json()["papers_cnt"] == 0
    assert PrintJob.objects.count() == 1


@pytest.mark.parametrize(
    ("minutes", "state"), [(-30, "over"), (119, "open"), (121, "early"), (60 * 40, "other_day")]
)
def test_a_departure_has_its_time(kiosk: Kiosk, sold: int, minutes: int, state: str) -> None:
    party = kiosk.find(guests_of(sold)[0].ticket_code)
    soon(minutes)
    found = kiosk.find(guests_of(sold)[0].ticket_code)
    assert found["state"] == state
    if state == "open":
        return
    assert (found["guests"], found["key"]) == ([], None)
    assert (found["opens_at"] is not None) == (state == "early")
    assert_error(kiosk.check_in(party), 409, "kiosk_closed")
    assert not Booking.objects.filter(booking_status__kind="arrived").exists()


@pytest.mark.parametrize(
    ("rows", "values", "state"),
    [
        (TripOrder, {"status": "cancelled"}, "canceled"),
        (TripOrder, {"timeslot": None, "schedule_state": "unscheduled"}, "unscheduled"),
        (Trip, {"status": "cancelled"}, "canceled"),
        (Trip, {"status": "draft"}, "not_booked"),
    ],
)
def test_what_cannot_board_says_why_and_nothing_else(
    kiosk: Kiosk, sold: int, rows: Any, values: Any, state: str
) -> None:
    rows.objects.update(**values)
    found = kiosk.find(guests_of(sold)[0].ticket_code)
    assert (found["state"], found["experience"], found["guests"]) == (state, "", [])


def test_what_starts_elsewhere_says_where(sold: int, client_for: Any) -> None:
    here = Location.objects.create(name="North pier")
    there = Location.objects.create(name="South pier")
    Experience.objects.update(location=there)
    found = Kiosk(client_for("reef"), location_id=here.pk).find(guests_of(sold)[0].ticket_code)
    assert (found["state"], found["place"]) == ("elsewhere", "South pier")


def test_who_owes_goes_to_the_desk_unless_the_operator_lets_them(kiosk: Kiosk, sold: int) -> None:
    Trip.objects.filter(pk=sold).update(paid_amount=0)
    party = kiosk.find(guests_of(sold)[0].ticket_code)
    assert (party["has_balance"], party["must_pay_first"]) == (True, True)
    assert_error(kiosk.check_in(party), 409, "balance_due")
    terms(allows_unpaid=True)
    assert kiosk.find(guests_of(sold)[0].ticket_code)["must_pay_first"] is False
    assert kiosk.check_in(party).json()["checked_in_cnt"] == 2


def test_who_has_not_signed_signs_here_first(kiosk: Kiosk, sold: int) -> None:
    Properties.objects.update(waiver_gate="block")
    Booking.objects.update(waiver_required_cnt=1)
    party = kiosk.find(guests_of(sold)[0].ticket_code)
    assert (party["must_sign_first"], party["guests"][0]["has_signed"]) == (True, False)
    assert_error(kiosk.check_in(party), 422, "waiver_required")
    assert kiosk.post("sign", key=party["key"]).status_code == 200
    shown = Device.objects.get(pk=kiosk.id).shown_waiver
    assert sorted(shown["booking_ids"]) == sorted(one["booking_id"] for one in party["guests"])
    assert kiosk.post("party", key=party["key"]).json()["state"] == "open"
    # The next guest finds nothing of the one before.
    kiosk.post("open")
    assert Device.objects.get(pk=kiosk.id).shown_waiver is None


def test_a_name_alone_opens_nothing(kiosk: Kiosk, sold: int, reef: Any) -> None:
    Trip.objects.filter(pk=sold).update(contact_phone="+15550104242")
    asked = {"last_name": "ruiz", "phone_end": "4242"}
    assert_error(kiosk.post("find", **asked), 404, "ticket_not_found")
    terms(finds_by_name=True)
    assert kiosk.post("find", **asked).json()["state"] == "open"
    assert_error(kiosk.post("find", last_name="ruiz"), 422)
    assert_error(kiosk.post("find", last_name="Ruiz", phone_end="4243"), 404, "ticket_not_found")
    other = sell(make_offer(capacity=20, name="Dive"))
    soon()
    Trip.objects.filter(pk=other).update(contact_phone="+4942424242")
    assert_error(kiosk.post("find", **asked), 404, "ticket_not_found")


def test_whoever_guesses_is_stopped(kiosk: Kiosk) -> None:
    tries = [kiosk.post("find", code=f"{n:024}").status_code for n in range(22)]
    assert (tries[0], tries[-1]) == (404, 429)


def test_a_party_is_its_kiosks_alone(kiosk: Kiosk, sold: int, client_for: Any) -> None:
    party = kiosk.find(guests_of(sold)[0].ticket_code)
    other = Kiosk(client_for("reef"))
    assert_error(other.check_in(party), 409, "kiosk_key_expired")
    assert_error(kiosk.check_in({**party, "key": party["key"] + "x"}), 409, "kiosk_key_expired")
    tablet = Kiosk(client_for("reef"), kind="waiver_tablet")
    assert_error(tablet.post("find", code=guests_of(sold)[0].ticket_code), 403, "device_kind_refused")
    nobody = client_for("reef").post("/api/kiosk/open", {}, content_type="application/json")
    assert_error(nobody, 403, "device_unknown")


def test_another_operators_tickets_are_unknown(kiosk: Kiosk, client_for: Any, peak: Any) -> None:
    theirs = guests_of(sell(make_offer(capacity=20)))[0].ticket_code
    assert_error(kiosk.post("find", code=theirs), 404, "ticket_not_found")
    kiosk.client = client_for("peak")
    assert_error(kiosk.post("find", code=theirs), 403, "device_unknown")


def test_the_office_sets_the_terms_and_a_pin(kiosk: Kiosk, client_for: Any) -> None:
    owner = owner_of(client_for)
    kept = owner.get("/api/devices/kiosk/get").json()
    assert (kept["version"], kept["opens_minutes"], kept["has_pin"]) == (0, 120, False)
    has_pin = kept.pop("has_pin")
    body = {**kept, "opens_minutes": 30, "pin": "4711"}

    def save(**more: Any) -> Any:
        return owner.post("/api/devices/kiosk/save", {**body, **more}, content_type="application/json")

    assert save().json()["has_pin"] is not has_pin
    assert_error(save(), 409, "stale_version")
    assert_error(save(version=1, closes_minutes=31), 422)
    assert "4711" not in str(AuditLog.objects.filter(action="kiosk_terms.saved").values())
    assert kiosk.post("open").json()["has_pin"] is True
    assert kiosk.post("leave", pin="4711").status_code == 200
    assert [kiosk.post("leave", pin="0000").status_code for _ in range(5)] == [403, 403, 403, 403, 429]
    assert save(version=1, pin="").json()["has_pin"] is False
