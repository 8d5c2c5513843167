"""What resellers send, read field by field: no database, no network."""

import pytest

from outfitter_octo import errors, requests

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    "raw",
    [
        b"[]",
        b"{",
        b'"x"',
        b'{"productId": 1, "optionId": "o"}',
        b'{"productId":"p","optionId":"o","localDateStart":"2026-13-01","localDateEnd":"x"}',
        b'{"productId":"p","optionId":"o","localDateStart":1,"localDateEnd":2}',
        b'{"productId":"p","optionId":"o","units":[{"id":"a","quantity":-1}]}',
        b'{"productId":"p","optionId":"o","units":[{"id":"a","quantity":true}]}',
        b"\xff\xfe",
        b'{"productId":"' + b"p" * 300 + b'","optionId":"o"}',
    ],
)
def test_a_body_of_the_wrong_make_is_a_bad_request(raw: bytes) -> None:
    with pytest.raises(errors.OctoError) as refusal:
        requests.parse_body(requests.DatesBody, raw)
    assert refusal.value.body["error"] == "BAD_REQUEST"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{}", "INVALID_PRODUCT_ID"),
        (b'{"productId": null}', "INVALID_PRODUCT_ID"),
        (b'{"productId": "p"}', "INVALID_OPTION_ID"),
        (b'{"productId":"p","optionId":"o","units":[{"quantity":1}]}', "INVALID_UNIT_ID"),
    ],
)
def test_a_name_that_is_missing_is_an_invalid_one(raw: bytes, code: str) -> None:
    with pytest.raises(errors.OctoError) as refusal:
        requests.parse_body(requests.DatesBody, raw)
    assert refusal.value.body["error"] == code


def test_fields_from_the_future_are_let_pass() -> None:
    found = requests.parse_body(requests.DatesBody, b'{"productId":"p","optionId":"o","offerCode":"x"}')
    assert found.productId == "p"


@pytest.mark.parametrize("text", ["invalidUUID", "", "7" * 32, "g" * 8 + "-0000-0000-0000-000000000000"])
def test_what_is_no_uuid_is_no_booking(text: str) -> None:
    with pytest.raises(errors.OctoError) as refusal:
        requests.parse_uuid(text)
    assert refusal.value.body["error"] == "INVALID_BOOKING_UUID"


def test_unit_items_have_uuids_of_their_own() -> None:
    uuid = "6D3B2A60-0C7E-4A7E-9D55-0F8F5D1C2B3A"
    item = requests.UnitItemBody(unitId="adult", uuid=uuid)
    assert requests.parse_unit_uuids([item]) == [uuid.lower()]
    with pytest.raises(errors.OctoError):
        requests.parse_unit_uuids([item, item])
