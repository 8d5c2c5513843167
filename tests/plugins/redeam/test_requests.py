"""What Redeam sends: ids to mirror, bodies, times, and what makes no sense."""

import json
from datetime import UTC, datetime

import pytest
from django.test import RequestFactory
from pydantic import ValidationError

from outfitter.sdk.channels import BadCredentials
from outfitter_redeam import requests, times
from outfitter_redeam.errors import RedeamError
from outfitter_redeam.requests import key_of, request_id_of
from outfitter_redeam.settings import RedeamSettings, is_their_key
from tests.plugins.redeam.samples import ADULT, RATE, UUID, connection

pytestmark = pytest.mark.rules
ITEM = {
    "at": "2027-06-12T09:30:00-06:00",
    "priceId": ADULT,
    "quantity": 2,
    "rateId": RATE,
    "supplierId": UUID,
}


def asking(**headers: str):
    return RequestFactory().get("/redeam/partner/api/holds/1", headers=headers)


@pytest.mark.parametrize(
    ("body", "header", "mirrored"),
    [
        (b'{"meta":{"reqId":"inside"}}', "outside", "inside"),
        (b'{"meta":{"reqId":""}}', "outside", "outside"),
        (b'{"meta":{"reqId":7}}', "outside", "outside"),
        (b'{"meta":null}', "outside", "outside"),
        (b"[]", "outside", "outside"),
        (b"{", "outside", "outside"),
        (b"", "outside", "outside"),
    ],
)
def test_the_id_of_the_body_counts_before_that_of_the_header(body, header, mirrored):
    assert request_id_of(asking(**{"X-Request-ID": header}), body) == mirrored


@pytest.mark.parametrize("text", ["", "x" * 101, "tab\there"])
def test_who_names_no_fit_id_gets_a_new_one(text):
    found = request_id_of(RequestFactory().get("/", HTTP_X_REQUEST_ID=text), b"")

    assert len(found) == 36
    assert found != text


@pytest.mark.parametrize("missing", ["X-API-Key", "X-API-Secret"])
def test_both_halves_of_the_credentials_are_needed(missing):
    headers = {"X-API-Key": UUID, "X-API-Secret": "secret"}
    assert key_of(asking(**headers), b"") == "secret"
    del headers[missing]

    with pytest.raises(BadCredentials) as caught:
        key_of(asking(**headers), b"")

    assert caught.value.is_missing


def test_the_key_is_the_connections_own_id_until_another_was_agreed():
    assert is_their_key(connection(), RedeamSettings(), UUID)
    assert not is_their_key(connection(), RedeamSettings(), "other")
    assert is_their_key(connection(), RedeamSettings(api_key="agreed"), "agreed")
    assert not is_their_key(connection(), RedeamSettings(api_key="agreed"), UUID)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"quantity": 0}, "quantity"),
        ({"quantity": 501}, "quantity"),
        ({"quantity": "2"}, "quantity"),
        ({"quantity": True}, "quantity"),
        ({"quantity": 1.5}, "quantity"),
        ({"at": "2027-06-12T09:30:00"}, "at"),
        ({"at": "noon"}, "at"),
        ({"at": None}, "at"),
        ({"rateId": ""}, "rateId"),
        ({"priceId": None}, "priceId"),
        ({"supplierId": 7}, "supplierId"),
        ({"ext": {"a": 1}}, "ext"),
        ({"ext": {str(n): "" for n in range(21)}}, "ext"),
        ({"rateId": "x" * 151}, "rateId"),
    ],
)
def test_an_item_that_makes_no_sense_is_refused_by_its_field(change, field):
    with pytest.raises(RedeamError) as caught:
        requests.read(requests.HoldBody, {"hold": {"items": [{**ITEM, **change}]}})

    assert caught.value.code == "BAD_REQUEST"
    assert caught.value.status == 400
    assert any(name.startswith(f"hold.items.0.{field}") for name in caught.value.data)


@pytest.mark.parametrize("items", [None, [], {}, [ITEM] * 101])
def test_a_hold_has_items_and_not_too_many(items):
    with pytest.raises(RedeamError):
        requests.read(requests.HoldBody, {"hold": {"items": items}})


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b"\xff", b'{"a":NaN}', b'{"a":"\\u0000"}', b"[" * 5000]
)
def test_a_body_that_is_none_is_refused(body):
    with pytest.raises(RedeamError) as caught:
        requests.load(body)

    assert caught.value.code == "BAD_REQUEST"


def test_fields_that_are_new_to_us_and_empty_maps_are_let_pass():
    body = {"hold": {"items": [{**ITEM, "surprise": [1], "ext": None}], "ext": None}, "more": 1}

    found = requests.read(requests.HoldBody, requests.load(json.dumps(body).encode())).hold

    assert found.ext is None
    assert found.items[0].starts_at == datetime(2027, 6, 12, 15, 30, tzinfo=UTC)


def test_a_plus_that_became_a_blank_is_a_plus():
    assert times.query("2027-06-12T09:30:00 02:00") == "2027-06-12T09:30:00+02:00"
    assert times.query("2027-06-12T09:30:00-06:00") == "2027-06-12T09:30:00-06:00"
    assert times.query("2027-06-12T09:30:00Z") == "2027-06-12T09:30:00Z"


@pytest.mark.parametrize(
    "change",
    [
        {"channel_api_url": "http://channel.redeam.io/v1.2"},
        {"channel_api_url": "redeam"},
        {"channel_api_url": "https://a:b@channel.redeam.io"},
        {"hold_held": ""},
        {"hold_held": "TWO WORDS"},
        {"cache_seconds": -1},
        {"no_room": "GONE"},
        {"new": 1},
    ],
)
def test_settings_that_make_no_sense_are_refused(change):
    with pytest.raises(ValidationError):
        RedeamSettings.model_validate(change)
