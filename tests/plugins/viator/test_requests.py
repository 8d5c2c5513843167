"""What Viator sends is read as leniently as its samples are, and refused in its own words."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_viator import v1_requests, v2_requests
from outfitter_viator.errors import V1Error, V2Error

pytestmark = pytest.mark.rules
CHECK = {
    "supplierId": 77,
    "productOptions": [{"productOptionId": "CAVES:DEFAULT", "startTimes": ["09:30"]}],
    "travelDate": "2027-06-12",
    "tickets": [{"type": "ADULT", "quantity": 2}],
    "totalTravelers": 2,
}
HEAD = {"ApiKey": "k", "ResellerId": "1", "SupplierId": 77, "Timestamp": "2027-06-01T09:00:00.000Z"}
BOOKING = {
    **HEAD,
    "BookingReference": "BR-100",
    "TravelDate": "2027-06-12",
    "SupplierProductCode": "CAVES",
    "Traveller": [{"TravellerIdentifier": "1", "GivenName": "Ines", "Surname": "Sol", "AgeBand": "Adult"}],
}


def with_change(form, path, value):
    changed = json.loads(json.dumps(form))
    *parents, last = path
    place = changed
    for part in parents:
        place = place[part]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(changed).encode()


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("supplierId",), "77", "supplierId"),
        (("supplierId",), True, "supplierId"),
        (("supplierId",), ..., "supplierId"),
        (("supplierId",), 2**63, "supplierId"),
        (("travelDate",), "12.06.2027", "travelDate"),
        (("travelDate",), "2027-02-30", "travelDate"),
        (("tickets",), {}, "tickets"),
        (("tickets", 0, "quantity"), -1, "tickets.0.quantity"),
        (("tickets", 0, "quantity"), 1.5, "tickets.0.quantity"),
        (("tickets", 0, "quantity"), 10**6, "tickets.0.quantity"),
        (("productOptions", 0, "startTimes"), ["9am"], "productOptions.0.startTimes"),
        (("productOptions", 0, "productOptionId"), "", "productOptions.0.productOptionId"),
        (("productOptions", 0, "productOptionId"), "x" * 300, "productOptions.0.productOptionId"),
    ],
)
def test_a_check_that_makes_no_sense_is_400_and_says_where(path, value, named):
    with pytest.raises(V2Error) as refused:
        v2_requests.form(v2_requests.CheckIn, with_change(CHECK, path, value))

    assert refused.value.status == 400
    assert refused.value.message.startswith(named)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b"{", b'{"a":NaN}', b"\xff\xfe", b"[" * 100_000, b'{"a":1' + b"0" * 5000 + b"}"],
)
def test_a_body_that_is_no_json_object_is_refused(body):
    with pytest.raises(V2Error):
        v2_requests.form(v2_requests.CheckIn, body)
    with pytest.raises(V1Error):
        v1_requests.envelope(body)


def test_what_viator_adds_later_is_left_unread():
    form = v2_requests.form(v2_requests.CheckIn, json.dumps({**CHECK, "brandNew": {"a": 1}}).encode())

    assert form.total_travelers == 2


def test_all_start_times_are_meant_when_none_is_named():
    body = with_change(CHECK, ("productOptions", 0, "startTimes"), ...)

    assert v2_requests.form(v2_requests.CheckIn, body).product_options[0].start_times is None


def test_a_calendar_runs_forward():
    body = {"supplierId": 1, "productOptionIds": ["a:b"], "startDate": "2027-01-02", "endDate": "2027-01-01"}  # fmt: skip  # noqa: E501
    with pytest.raises(V2Error) as refused:
        v2_requests.form(v2_requests.CalendarIn, json.dumps(body).encode())

    assert "endDate" in refused.value.message


@pytest.mark.parametrize(
    ("mix", "counts"),
    [
        ({"Adult": 1, "Child": 1, "Total": 2}, {"ADULT": 1, "CHILD": 1}),
        ({"Adult": "2", "Senior": "1", "Total": "3"}, {"ADULT": 2, "SENIOR": 1}),
        ({"Adult": "", "Infant": 1}, {"INFANT": 1}),
        ({}, {}),
    ],
)
def test_a_mix_is_read_as_numbers_and_as_text(mix, counts):
    form = v1_requests.head(v1_requests.BookingIn, {**BOOKING, "TravellerMix": mix})

    assert form.traveller_mix.counts() == counts


def test_empty_text_stands_for_what_is_absent():
    data = {
        **HEAD,
        "StartDate": "2027-06-12",
        "EndDate": "",
        "SupplierProductCode": "CAVES",
        "TourOptions": {"SupplierOptionCode": "", "TourDepartureTime": ""},
    }
    form = v1_requests.head(v1_requests.AvailabilityIn, data)

    assert form.end_date is None
    assert form.tour_options.supplier_option_code is None
    assert form.tour_options.tour_departure_time is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"Traveller": ...}, "TGDS0022"),
        ({"BookingReference": ...}, "TGDS0022"),
        ({"SupplierId": ...}, "TGDS0022"),
        ({"TravelDate": "tomorrow"}, "TGDS0020"),
        ({"Traveller": []}, "TGDS0020"),
        ({"SupplierProductCode": "x" * 51}, "TGDS0020"),
        ({"Amount": "many"}, "TGDS0020"),
        ({"TravellerMix": {"Adult": -1}}, "TGDS0020"),
        ({"TravellerMix": {"Adult": True}}, "TGDS0020"),
        ({"Retry": "perhaps"}, "TGDS0020"),
    ],
)
def test_a_booking_that_makes_no_sense_says_whether_something_is_missing_or_wrong(change, code):
    data = {k: v for k, v in {**BOOKING, **change}.items() if v is not ...}
    with pytest.raises(V1Error) as problem:
        v1_requests.head(v1_requests.BookingIn, data)

    assert problem.value.code == code


def test_ids_come_as_numbers_too():
    form = v1_requests.head(v1_requests.BookingIn, {**BOOKING, "ResellerId": 1000, "BookingReference": 9})

    assert (form.reseller_id, form.booking_reference) == ("1000", "9")


@given(st.binary(max_size=200))
def test_no_body_breaks_the_reading(body):
    for read in (lambda: v2_requests.form(v2_requests.ReserveIn, body), lambda: v1_requests.envelope(body)):
        with suppress(V2Error, V1Error):
            read()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=20), lambda c: st.lists(c, max_size=4) | st.dictionaries(st.sampled_from(["ApiKey", "SupplierId", "Traveller", "TravellerMix", "TravelDate", "Amount"]), c, max_size=4), max_leaves=12))  # fmt: skip  # noqa: E501
def test_no_data_breaks_the_form(value):
    data = {**BOOKING, **(value if isinstance(value, dict) else {"Amount": value})}
    with suppress(V1Error):
        v1_requests.head(v1_requests.BookingIn, data)
