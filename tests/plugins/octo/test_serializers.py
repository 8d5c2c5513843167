"""OCTO's words for what the platform says: no database, no network."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from outfitter.plugins.channels import errors as problems
from outfitter.sdk.channels import CancellationRule, Contact, Fault
from outfitter_octo import amounts, availability, capabilities, errors, requests, times
from outfitter_octo.availability import serialize_availability
from outfitter_octo.booking_serializer import serialize_booking
from outfitter_octo.orders import total_of
from outfitter_octo.product_serializer import cutoff, least_units, most_units, serialize_product
from outfitter_octo.request_context import read_context
from outfitter_octo.requests import parse_contact, serialize_contact
from outfitter_octo.settings import OctoSettings
from outfitter_octo.types import BookingShape, ProductShape
from tests.plugins import channel_samples as things

pytestmark = pytest.mark.rules
ALL = {"Octo-Capabilities": "octo/pricing, octo/content, octo/cart"}


def _asked(**headers: str) -> Any:
    return read_context(things.call(headers=headers or ALL))


@pytest.mark.parametrize(
    ("header", "parameter", "expected"),
    [
        ("octo/pricing, octo/content", None, "octo/pricing, octo/content"),
        ("octo/content,octo/pricing", None, "octo/pricing, octo/content"),
        ("OCTO/Pricing , , octo/teleport", None, "octo/pricing"),
        ("octo/pickups, octo/pricing", None, "octo/pricing, octo/pickups"),
        ("", "octo/pricing", ""),
        (None, "octo/pricing,octo/cart", "octo/pricing, octo/cart"),
        (None, None, ""),
    ],
)
def test_only_what_exists_is_honoured(header: str | None, parameter: str | None, expected: str) -> None:
    assert capabilities.header_of(capabilities.honoured(header, parameter)) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("de-AT, de;q=0.9, en;q=0.8", ["de-AT", "de", "en"]),
        ("en;q=0.2, fr;q=0.7, *;q=0.1", ["fr", "en"]),
        ("nl;q=0, sv", ["sv"]),
        ("es;q=much", []),
        ("", []),
        (None, []),
    ],
)
def test_languages_are_weighed(header: str | None, expected: list[str]) -> None:
    assert capabilities.preferred(header) == expected


def _problems() -> list[problems.ChannelError]:
    made: list[problems.ChannelError] = [
        problems.UnknownProduct("p"),
        problems.UnknownOption("o"),
        problems.UnknownUnit("u"),
        problems.UnknownDeparture("d"),
        problems.CancellationRefused("no", reason="redeemed"),
        problems.PriceChanged(ours=1, theirs=2),
        problems.TooManyRequests(seconds=3),
        problems.CurrencyMismatch(ours="USD", theirs="EUR"),
        problems.SoldOut(left=1),
        problems.BadCredentials(),
        problems.MalformedRequest("no", field="date"),
        problems.PartyRefused("too many", most=4),
    ]
    plain = (
        problems.ConnectionClosed,
        problems.NoAvailability,
        problems.PastCutoff,
        problems.HoldExpired,
        problems.UnknownBooking,
        problems.AlreadyCancelled,
        problems.ChangeRefused,
        problems.DuplicateReference,
        problems.TemporarilyUnavailable,
    )
    return made + [kind("no") for kind in plain]


SAID = {
    "unknown_product": (400, "INVALID_PRODUCT_ID"),
    "unknown_option": (400, "INVALID_OPTION_ID"),
    "unknown_unit": (400, "INVALID_UNIT_ID"),
    "unknown_departure": (400, "INVALID_AVAILABILITY_ID"),
    "unknown_booking": (400, "INVALID_BOOKING_UUID"),
    "duplicate_reference": (400, "INVALID_BOOKING_UUID"),
    "hold_expired": (400, "INVALID_BOOKING_UUID"),
    "malformed": (400, "BAD_REQUEST"),
    "currency_mismatch": (400, "BAD_REQUEST"),
    "bad_credentials": (403, "FORBIDDEN"),
    "connection_closed": (403, "FORBIDDEN"),
    "too_many_requests": (429, "TOO_MANY_REQUESTS"),
    "try_again": (503, "INTERNAL_SERVER_ERROR"),
}


@pytest.mark.parametrize("problem", _problems(), ids=lambda one: one.code)
def test_every_refusal_has_a_word(problem: problems.ChannelError) -> None:
    found = errors.map_channel_error(problem, OctoSettings(), uuid="b", departure="d")
    assert (found.status, found.body["error"]) == SAID.get(problem.code, (400, "UNPROCESSABLE_ENTITY"))
    assert found.body["errorMessage"]


def test_no_refusal_is_forgotten() -> None:
    known = {problem.code for problem in _problems()} | {"channel_problem"}
    assert set(problems.neutral_codes()) <= known


def test_the_wrong_id_stands_beside_the_word() -> None:
    settings = OctoSettings()
    body = errors.map_channel_error(problems.UnknownUnit("giant"), settings).body
    assert body["unitId"] == "giant"
    body = errors.map_channel_error(problems.UnknownDeparture(), settings, departure="never").body
    assert body["availabilityId"] == "never"
    body = errors.map_channel_error(problems.UnknownBooking("no"), settings, uuid="none").body
    assert body["uuid"] == "none"


def test_a_late_hold_is_said_as_agreed() -> None:
    settings = OctoSettings(expired_error="UNPROCESSABLE_ENTITY")
    found = errors.map_channel_error(problems.HoldExpired("late"), settings, uuid="b")
    assert found.body["error"] == "UNPROCESSABLE_ENTITY"


@pytest.mark.parametrize(
    ("kind", "status", "expected", "word"),
    [
        ("bad_credentials", 401, 403, "FORBIDDEN"),
        ("connection_closed", 403, 403, "FORBIDDEN"),
        ("too_large", 413, 400, "BAD_REQUEST"),
        ("wrong_content_type", 415, 400, "BAD_REQUEST"),
        ("malformed", 400, 400, "BAD_REQUEST"),
        ("method_not_allowed", 405, 405, "BAD_REQUEST"),
        ("too_many_requests", 429, 429, "TOO_MANY_REQUESTS"),
        ("timed_out", 504, 504, "INTERNAL_SERVER_ERROR"),
        ("overloaded", 503, 503, "INTERNAL_SERVER_ERROR"),
        ("internal", 500, 500, "INTERNAL_SERVER_ERROR"),
    ],
)
def test_what_the_host_finds_is_said_in_form(kind: Any, status: int, expected: int, word: str) -> None:
    answer = errors.map_fault(things.call().request, Fault(kind, status, "Words."))
    assert answer.status_code == expected
    assert orjson.loads(answer.content)["error"] == word


def test_without_a_key_it_is_unauthorized() -> None:
    found = Fault("bad_credentials", 401, "Words.", is_missing=True)
    answer = errors.map_fault(things.call().request, found)
    assert (answer.status_code, orjson.loads(answer.content)["error"]) == (401, "UNAUTHORIZED")


@pytest.mark.parametrize(("currency", "precision"), [("USD", 2), ("JPY", 0), ("EUR", 2), ("KRW", 0)])
def test_amounts_say_their_precision(currency: str, precision: int) -> None:
    found = amounts.pricing(things.price(currency=currency), is_net_told=True)
    assert (found["currencyPrecision"], found["retail"], found["net"]) == (precision, 4900, 3920)


def test_a_net_price_is_kept_back_where_it_is_not_told() -> None:
    found = amounts.pricing(things.taxed(things.price()), is_net_told=False)
    assert found["net"] is None
    assert found["includedTaxes"] == [{"name": "Sales tax", "retail": 400, "original": 400, "net": None}]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ((CancellationRule(1440, 1_000_000),), (24, "hour")),
        ((CancellationRule(0, 1_000_000),), (0, "hour")),
        ((CancellationRule(90, 1_000_000),), (90, "minute")),
        ((CancellationRule(14 * 1440, 1_000_000), CancellationRule(1440, 500_000)), (14, "day")),
        ((CancellationRule(2880, 500_000), CancellationRule(60, 100_000)), (48, "hour")),
        ((), (550, "day")),
    ],
)
def test_until_when_everything_comes_back(rules: Any, expected: Any) -> None:
    assert cutoff(rules) == expected


def test_groups_fill_a_party_sooner() -> None:
    group = things.unit("boat", pax=6)
    mixed = things.option(units=(things.unit(), group), min_pax=8, max_pax=12)
    assert (least_units(mixed), most_units(mixed)) == (2, 12)
    assert most_units(things.option(max_pax=None)) is None
    infant = things.option(units=(things.unit(pax=0),), max_pax=4)
    assert most_units(infant) is None


def test_a_product_fits_its_shape() -> None:
    found = serialize_product(things.product(), _asked())
    TypeAdapter(ProductShape).validate_python(found)
    assert found["availabilityType"] == "START_TIME"
    assert found["options"][0]["availabilityLocalStartTimes"] == ["09:30"]
    assert found["pricingPer"] == "UNIT"
    assert found["options"][0]["units"][1]["restrictions"]["maxAge"] == 12
    assert "title" not in serialize_product(things.product(), _asked(**{"Octo-Capabilities": ""}))


def test_opening_hours_have_no_start_times() -> None:
    open_all_day = things.option(is_all_day=True, start_times=(time(9),))
    found = serialize_product(things.product(options=(open_all_day,)), _asked())
    assert found["availabilityType"] == "OPENING_HOURS"
    assert found["options"][0]["availabilityLocalStartTimes"] == []


def test_one_option_is_always_the_default() -> None:
    options = (things.option(is_default=False), things.option(option_id="b", is_default=False))
    found = serialize_product(things.product(options=options), _asked())
    assert [one["default"] for one in found["options"]] == [True, False]


@pytest.mark.parametrize(
    ("given", "available", "status"),
    [
        ({}, True, "AVAILABLE"),
        ({"status": "limited"}, True, "LIMITED"),
        ({"status": "freesale", "vacancies": None}, True, "FREESALE"),
        ({"status": "sold_out", "refusal": "sold_out", "vacancies": 0}, False, "SOLD_OUT"),
        ({"refusal": "too_few_seats"}, False, "SOLD_OUT"),
        ({"refusal": "past_cutoff"}, False, "CLOSED"),
        ({"refusal": "not_yet_on_sale"}, False, "CLOSED"),
        ({"refusal": "party"}, False, "AVAILABLE"),
    ],
)
def test_what_a_departure_says(given: Any, available: bool, status: str) -> None:
    found = serialize_availability(things.departure(**given), _asked())
    assert (found["available"], found["status"]) == (available, status)


def test_times_have_their_offset_and_no_fraction() -> None:
    found = serialize_availability(things.departure(), _asked())
    assert found["localDateTimeStart"] == "2026-06-05T09:30:00-04:00"
    assert found["utcCutoffAt"] == "2026-06-05T12:30:00Z"
    assert times.utc(datetime(2026, 1, 1, 0, 0, 0, 999_999, tzinfo=UTC)) == "2026-01-01T00:00:00Z"


def test_a_day_without_an_end_is_open_until_midnight() -> None:
    start = things.START.replace(hour=0, minute=0)
    day = things.departure(is_all_day=True, starts_at=start, ends_at=start + timedelta(days=1))
    assert serialize_availability(day, _asked())["openingHours"] == [{"from": "00:00", "to": "23:59"}]


STATES = {
    "on_hold": ("ON_HOLD", True, False, False),
    "pending": ("PENDING", False, False, False),
    "confirmed": ("CONFIRMED", False, True, False),
    "redeemed": ("REDEEMED", False, True, True),
    "cancelled": ("CANCELLED", False, True, False),
    "expired": ("EXPIRED", True, False, False),
    "rejected": ("REJECTED", False, False, False),
}


@pytest.mark.parametrize("state", STATES)
def test_each_state_has_its_times(state: str) -> None:
    found = serialize_booking(things.booking(state), _asked(), things.product())
    TypeAdapter(BookingShape).validate_python(found)
    times_of = (found["utcExpiresAt"], found["utcConfirmedAt"], found["utcRedeemedAt"])
    expected = STATES[state]
    assert (found["status"], *(one is not None for one in times_of)) == expected


@pytest.mark.parametrize("state", STATES)
def test_only_what_admits_has_a_code(state: str) -> None:
    own = things.connection(settings={"delivery": "both"})
    found = serialize_booking(
        things.booking(state), read_context(things.call(optional_connection=own)), things.product()
    )
    ticket, voucher = found["unitItems"][0]["ticket"], found["voucher"]
    assert ticket is not None
    assert voucher is not None
    assert bool(ticket["deliveryOptions"]) is (state in {"confirmed", "redeemed"})
    assert bool(voucher["deliveryOptions"]) is (state in {"confirmed", "redeemed"})


def test_a_hold_that_ran_out_ended_by_itself() -> None:
    found = serialize_booking(things.booking("expired"), _asked(), None)
    assert found["cancellation"] == {
        "refund": "FULL",
        "reason": None,
        "utcCancelledAt": "2026-06-01T12:30:00Z",
    }
    assert "product" not in found


@pytest.mark.parametrize("delivery", ["both", "ticket", "voucher"])
def test_tickets_come_as_agreed(delivery: str) -> None:
    own = things.connection(settings={"delivery": delivery})
    found = serialize_booking(
        things.booking("confirmed"), read_context(things.call(optional_connection=own)), things.product()
    )
    assert (found["voucher"] is not None) is (delivery != "ticket")
    assert (found["unitItems"][0]["ticket"] is not None) is (delivery != "voucher")
    assert found["deliveryMethods"] == OctoSettings(delivery=delivery).delivery_methods  # type: ignore[arg-type]


def test_settings_of_another_version_are_read_as_far_as_they_fit() -> None:
    own = things.connection(settings={"delivery": "pigeon", "is_net_told": False, "old": 1})
    found = read_context(things.call(optional_connection=own)).settings
    assert (found.delivery, found.is_net_told) == ("ticket", False)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ({"fullName": "Ada King Lovelace"}, ("Ada King", "Lovelace")),
        ({"fullName": "Ada"}, ("Ada", "")),
        ({"firstName": "Ada", "lastName": "L", "fullName": "X Y"}, ("Ada", "L")),
        ({}, ("", "")),
    ],
)
def test_a_full_name_is_split_once(said: Any, names: Any) -> None:
    found = parse_contact(requests.ContactBody(**said))
    assert (found.first_name, found.last_name) == names


def test_part_of_a_contact_adds_to_it() -> None:
    said = requests.ContactBody(phoneNumber="+1 212", country="us")
    found = parse_contact(said, things.CONTACT)
    assert (found.first_name, found.phone, found.country) == ("Ada", "+1 212", "US")
    shape = serialize_contact(Contact(phone="+1212"), said)
    assert (shape["phoneNumber"], shape["country"]) == ("+1 212", "us")


def test_a_cart_adds_up() -> None:
    one, other = things.booking(), things.booking(price=things.price(100, net=None))
    total = total_of([one, other])
    assert total is not None
    assert (total.retail, total.net) == (5000, None)
    assert total_of([]) is None


@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)),
    st.sampled_from(["America/New_York", "Asia/Kolkata", "Pacific/Chatham", "UTC"]),
)
def test_an_availability_id_names_one_moment(at: datetime, zone: str) -> None:
    """Also in the hour that the clocks show twice."""
    own = things.connection(time_zone=zone)
    start = at.replace(second=0, microsecond=0).astimezone(own.zone)
    departure = things.departure(starts_at=start, ends_at=start + timedelta(hours=1))
    assert requests.start_of(own, availability.availability_id_of(departure)) == start


@pytest.mark.parametrize("text", ["invalidAvailabilityId", "", "2026-99-99T00:00:00Z", "77"])
def test_an_id_of_nothing_is_said_to_be_invalid(text: str) -> None:
    with pytest.raises(errors.OctoError) as refusal:
        requests.parse_departure_ref(things.connection(), text)
    assert refusal.value.body["error"] == "INVALID_AVAILABILITY_ID"


def test_ids_without_an_offset_are_local() -> None:
    found = requests.start_of(things.connection(), "2026-06-05T09:30:00")
    assert found == things.START
