"""The operator's settings over HTTP: what is kept, what is refused, what follows."""

from datetime import time, timedelta
from typing import Any

import pytest

from outfitter.accounts.models import Account
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.plugins.contexts import context_for
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience, Location
from outfitter_tenants.messaging.letters import sender_of
from outfitter_tenants.messaging.subscribers import operator_of
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
HALF = {"kind": "per_order_percent", "rate_ppm": 500_000}


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def save(staff: Any, **body: Any) -> Any:
    version = body.pop("version", None) or Properties.objects.get(pk=1).version
    return staff.post(
        "/api/setup/general/save", {"version": version, **body}, content_type="application/json"
    )


def test_everything_in_one_answer(staff: Any) -> None:
    found = staff.get("/api/setup/general/get").json()
    assert found["business"]["name"] == "Reef Runners"
    assert (found["settings"]["currency"], found["settings"]["time_zone"]) == ("USD", "America/New_York")
    assert found["taxes"] == found["fees"] == found["policies"] == []
    assert [row["slug"] for row in found["statuses"]] == ["not_checked_in", "checked_in", "no_show"]
    assert found["facts"] == {"is_currency_fixed": False, "departures_cnt": 0}
    assert "en-US" in found["locales"]
    assert "JPY" in found["currencies"]


def test_a_change_is_kept_with_before_and_after(staff: Any) -> None:
    answer = save(staff, hold_minutes_web=20, label_activity_singular="Tour", privacy_url="reef.example/p")
    general = answer.json()["general"]["settings"]
    assert (general["hold_minutes_web"], general["privacy_url"]) == (20, "https://reef.example/p")
    row = AuditLog.objects.filter(action="properties.changed").latest("id")
    assert row.before == {
        "hold_minutes_web": 15,
        "label_activity_singular": "Experience",
        "privacy_url": None,
    }
    assert row.after["hold_minutes_web"] == 20


def test_saving_what_is_there_already_changes_nothing(staff: Any) -> None:
    before = Properties.objects.get(pk=1).version
    assert save(staff, hold_minutes_web=15).status_code == 200
    assert Properties.objects.get(pk=1).version == before


def test_the_check_in_window_and_the_life_of_links_are_set(staff: Any) -> None:
    terms = {"check_in_opens_minutes": 60, "check_in_closes_hours": 0, "payment_link_days": 90}
    terms |= {"check_in_undo_hours": 1, "noshow_grace_minutes": 0, "book_past_hours": 168}
    terms |= {"unscheduled_valid_days": 1, "is_invoice_reminders": False}
    terms |= {"invoice_reminder_days_before": 0, "invoice_reminder_days_after": 60}
    settings = save(staff, **terms).json()["general"]["settings"]
    assert {name: settings[name] for name in terms} == terms


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("check_in_opens_minutes", 2881),
        ("check_in_closes_hours", 73),
        ("check_in_undo_hours", 0),
        ("check_in_undo_hours", 169),
        ("noshow_grace_minutes", 241),
        ("book_past_hours", 169),
        ("unscheduled_valid_days", 0),
        ("unscheduled_valid_days", 3651),
        ("payment_link_days", 0),
        ("payment_link_days", 91),
        ("invoice_reminder_days_before", 61),
        ("invoice_reminder_days_after", 61),
    ],
)
def test_terms_out_of_range_are_refused(staff: Any, field: str, value: int) -> None:
    answer = save(staff, **{field: value})
    assert_error(answer, 422, "validation_failed")
    assert field in answer.json()["detail"]["fields"]


def test_the_second_of_two_editors_is_told(staff: Any) -> None:
    version = Properties.objects.get(pk=1).version
    assert save(staff, version=version, hold_minutes_web=20).status_code == 200
    assert_error(save(staff, version=version, hold_minutes_web=25), 409, "stale_version")
    assert Properties.objects.get(pk=1).hold_minutes_web == 20


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"locale": "xx"}, "locale"),
        ({"locale": "en"}, "locale"),
        ({"currency": "BHD"}, "currency"),
        ({"ecom_phone_number": "12"}, "ecom_phone_number"),
        ({"brand_color": "teal"}, "brand_color"),
        ({"privacy_url": "http://reef.example"}, "privacy_url"),
        ({"privacy_url": "javascript:alert(1)"}, "privacy_url"),
        ({"label_activity_plural": " "}, "label_activity_plural"),
        ({"reply_to": "nobody"}, "reply_to"),
        ({"mail_from": "Reef\nBcc: all"}, "mail_from"),
        ({"hold_minutes_web": 0}, "hold_minutes_web"),
        ({"business": {"phone": "x"}}, "business.phone"),
        ({"business": {"website": "http://reef.example"}}, "business.website"),
        ({"deposit": {"kind": "per_order_percent"}}, "deposit.rate_ppm"),
        ({"deposit": {"kind": "per_booking_amount"}}, "deposit.amount"),
        ({"deposit": {**HALF, "balance_due_hours": 0, "balance_due_days": 0}}, "deposit.balance_due_days"),
        ({"deposit": {**HALF, "balance_due_days": 366}}, "deposit.balance_due_days"),
        ({"booking_fee": {"amount": 500, "cap_amount": 100}}, "booking_fee.cap_amount"),
    ],
)
def test_each_field_says_what_is_wrong_with_it(staff: Any, body: dict[str, Any], field: str) -> None:
    answer = assert_error(save(staff, **body), 422, "validation_failed")
    assert list(answer["detail"]["fields"]) == [field]


def test_nothing_is_kept_when_one_field_is_wrong(staff: Any) -> None:
    assert_error(save(staff, hold_minutes_web=20, business={"phone": "x"}), 422)
    assert Properties.objects.get(pk=1).hold_minutes_web == 15


def test_terms_lose_what_could_run(staff: Any) -> None:
    terms = '<p onclick="x()">Hi <a href="javascript:x()">a</a><script>x()</script></p>'
    kept = save(staff, terms_html=terms).json()["general"]["settings"]["terms_html"]
    assert kept == '<p>Hi <a rel="noopener noreferrer">a</a></p>'


def test_a_phone_number_becomes_international(staff: Any) -> None:
    kept = save(staff, ecom_phone_number="(212) 555-0100").json()["general"]["settings"]
    assert kept["ecom_phone_number"] == "+12125550100"
    assert save(staff, ecom_phone_number="").json()["general"]["settings"]["ecom_phone_number"] is None


def test_mails_are_from_the_name_that_was_set(staff: Any) -> None:
    def sender() -> str:
        return sender_of(operator_of(context_for(schema_name="t_reef")))

    assert sender().startswith("Reef Runners <")
    assert (
        save(staff, mail_from=" Reef bookings ").json()["general"]["settings"]["mail_from"] == "Reef bookings"
    )
    assert sender().startswith("Reef bookings <")
    assert save(staff, mail_from="").json()["general"]["settings"]["mail_from"] is None
    assert sender().startswith("Reef Runners <")


def test_the_business_is_known_to_the_platform_too(staff: Any) -> None:
    body = {"name": "Reef & Co", "legal_name": "Reef Ltd", "phone": "+1 212 555 0100", "address": "Pier 1"}
    assert save(staff, business=body, locale="es-US").status_code == 200
    account = Account.objects.get(schema_name="t_reef")
    assert (account.name, account.legal_name, account.locale) == ("Reef & Co", "Reef Ltd", "es-US")
    assert account.business["address"]["text"] == "Pier 1"
    assert account.business["phone"] == "+12125550100"


def test_the_currency_is_fixed_by_the_first_booked_trip(staff: Any) -> None:
    assert save(staff, currency="EUR").json()["general"]["settings"]["currency"] == "EUR"
    at = utc_now()
    trip = Trip.objects.get(pk=fill_cart(make_offer()))
    assert save(staff, currency="USD").status_code == 200
    Trip.objects.filter(pk=trip.pk).update(status="reserved", reserved_at=at)
    assert_error(save(staff, currency="EUR"), 409, "currency_fixed")
    assert save(staff, currency="USD", hold_minutes_pos=40).status_code == 200


def test_another_zone_keeps_the_time_of_day(staff: Any) -> None:
    offer = make_offer()
    trip_id = fill_cart(offer)
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    answer = save(staff, time_zone="America/Los_Angeles").json()
    assert answer["moved_departures_cnt"] == 1
    after = Timeslot.objects.get(pk=offer.timeslot_id)
    assert (after.date, after.start_time) == (slot.date, slot.start_time)
    hours = timedelta(hours=3)
    assert after.start_at == slot.start_at + hours
    assert after.end_at == slot.end_at + hours
    assert after.cutoff_at_online == slot.cutoff_at_online + hours
    assert Trip.objects.get(pk=trip_id).first_start_at == after.start_at


@pytest.mark.parametrize(
    ("terms", "is_kept"), [({"balance_due_days": 1}, True), ({"balance_due_hours": 10}, False)]
)
@pytest.mark.parametrize("place", [None, "Asia/Tokyo"])
def test_another_zone_keeps_on_which_day_a_balance_is_due(
    staff: Any, terms: dict[str, int], is_kept: bool, place: str | None
) -> None:
    assert save(staff, deposit={**HALF, **terms}).status_code == 200
    offer = make_offer()
    if place:
        far = Location.objects.create(name="Far away", time_zone="America/New_York")
        Experience.objects.filter(pk=offer.experience_id).update(location=far)
    trip_id = fill_cart(offer)
    trip = Trip.objects.get(pk=trip_id)
    was, start = trip.balance_due_at, trip.first_start_at
    assert was is not None
    assert start is not None
    if is_kept:
        assert was == zones.to_instant(zones.local_day(was, "America/New_York"), time(), "America/New_York")

    assert save(staff, time_zone="America/Los_Angeles").status_code == 200

    trip.refresh_from_db()
    assert trip.first_start_at == (start if place else start + timedelta(hours=3))
    if is_kept:
        day = zones.local_day(was, "America/New_York")
        assert trip.balance_due_at == zones.to_instant(day, time(), "America/Los_Angeles")
        # What a change would work out today.
        fill_cart(offer, trip_id=trip_id)
        assert Trip.objects.get(pk=trip_id).balance_due_at == trip.balance_due_at
    else:
        assert trip.balance_due_at == trip.first_start_at - timedelta(hours=10)


def test_departures_of_a_place_with_its_own_zone_stay(staff: Any) -> None:
    offer = make_offer()
    place = Location.objects.create(name="Far away", time_zone="Asia/Tokyo")
    Experience.objects.filter(pk=offer.experience_id).update(location=place)
    assert save(staff, time_zone="America/Los_Angeles").json()["moved_departures_cnt"] == 0


def test_countries_are_named_in_the_readers_language(staff: Any) -> None:
    rows = {row["code"]: row for row in staff.get("/api/countries/get?locale=de").json()}
    assert rows["DE"] == {"code": "DE", "name": "Deutschland", "dial_code": "+49"}
    assert staff.get("/api/countries/get?locale=tlh").json()[0]["code"] == "AF"


def test_a_colour_is_corrected_until_it_can_be_read(staff: Any) -> None:
    body = {"color": "#FFFF00"}
    found = staff.post("/api/setup/contrast", body, content_type="application/json").json()
    assert found["is_changed"] is True
    assert found["contrast"] < 4.5
    assert found["palette"]["ink"] != "#ffff00"
