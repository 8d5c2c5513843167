"""Whatever is wrong with a request of v1, its answer has the fields that Viator's schema wants."""

import json
from datetime import datetime

import pytest

from outfitter_viator.v1_requests import PATHS
from tests.plugins.viator.test_credentials import MEGABYTES, post
from tests.support import viator
from tests.support.sales import make_offer
from tests.support.viator import KEY, booking_data, day_of

HEAD = {"ApiKey": str, "ResellerId": str, "SupplierId": int, "Timestamp": str, "RequestStatus": dict}
# What each answer always has on top of the header, from the published schema.
MORE = {
    "Availability": {"SupplierProductCode": str, "TourAvailability": list},
    "BatchAvailability": {"BatchTourAvailability": list},
    "BatchPricing": {"CurrencyCode": str},
}


def check(answer, kind: str) -> str:
    """Check an answer against what its kind requires; returns the code of its error."""
    assert answer.status_code in {200, 405}
    body = answer.json()
    assert body["responseType"] == f"{kind}Response"
    for name, wanted in {**HEAD, **MORE.get(kind, {})}.items():
        assert type(body["data"].get(name)) is wanted, (kind, name)
    datetime.fromisoformat(body["data"]["Timestamp"])
    status = body["data"]["RequestStatus"]
    assert status["Status"] == "ERROR"
    return status["Error"]["ErrorCode"]


@pytest.mark.parametrize("kind", sorted(PATHS))
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"[]", "application/json"),
        (b'{"data": {"ApiKey": 7, "SupplierId": "x", "ResellerId": null}}', "application/json"),
        (b'{"requestType": 1, "data": []}', "application/json"),
        (MEGABYTES, "application/json"),
        (b"<a/>", "text/xml"),
    ],
    ids=["empty", "half", "list", "types", "no data", "10 MB", "xml"],
)
def test_what_cannot_be_read(caller, kind, body, content_type):
    check(post(caller, f"/{PATHS[kind]}", body, content_type), kind)


@pytest.mark.parametrize("kind", sorted(PATHS))
def test_a_wrong_key_a_field_that_is_missing_and_another_operator(caller, kind):
    head = {"ApiKey": KEY, "ResellerId": "1", "SupplierId": viator.SUPPLIER}
    wrong = {
        "TGDS0002": {**head, "ApiKey": "nobody's", "Timestamp": "2027-01-01T00:00:00Z"},
        "TGDS0022": {"ApiKey": KEY},
        "TGDS0020": {**head, "SupplierId": "no number", "Timestamp": "2027-01-01T00:00:00Z"},
    }
    for code, data in wrong.items():
        body = json.dumps({"requestType": f"{kind}Request", "data": data})
        found = check(post(caller, f"/{PATHS[kind]}", body), kind)
        assert found == code or (code == "TGDS0020" and found == "TGDS0022")


def test_at_the_one_address(caller):
    check(post(caller, "", b"{"), "Error")
    body = json.dumps({"requestType": "DanceRequest", "data": {"ApiKey": KEY}})
    check(post(caller, "", body), "Error")


def test_a_product_nobody_knows(caller, offer):
    day = day_of(offer).isoformat()
    data = {
        "ApiKey": KEY,
        "ResellerId": "1",
        "SupplierId": viator.SUPPLIER,
        "Timestamp": "2027-01-01T00:00:00Z",
        "SupplierProductCode": "NOPE",
        "StartDate": day,
    }
    answer = post(caller, "", json.dumps({"requestType": "AvailabilityRequest", "data": data}))
    check(answer, "Availability")
    assert answer.json()["data"]["SupplierProductCode"] == "NOPE"
    unknown = {**data, **booking_data(make_offer(name="Other"), SupplierProductCode="NOPE")}
    answer = post(caller, "", json.dumps({"requestType": "BookingRequest", "data": unknown}))
    assert answer.json()["responseType"] == "BookingResponse"
    for name, wanted in HEAD.items():
        assert type(answer.json()["data"].get(name)) is wanted
