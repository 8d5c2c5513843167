"""What a channel's plugin keeps of a single product: typed, checked field by field, carried over."""

import importlib
import json
from typing import Any

import pytest
from django.db import connection as database_connection
from pydantic import BaseModel, Field

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.own_settings import read_settings
from outfitter.sdk import channels
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ChannelConnection, ProductMapping
from tests.support import database
from tests.support.fake_channel import connect
from tests.support.owner_client import owner_of
from tests.support.tenant_clients import enter_operator

PATH = "/api/ota/mapping/save"
CONVERT = importlib.import_module("outfitter_tenants.channels.migrations.0003_mapping_settings")._CONVERT


@pytest.fixture
def client(fair: Any, client_for: Any) -> Any:
    found = owner_of(client_for)
    enter_operator(database.REEF.schema_name)
    return found


def save(client: Any, stall: Any, offer: Any, status: int = 200, **values: Any) -> Any:
    row = ProductMapping.objects.get(connection_id=stall.id)
    body = {
        "id": row.pk,
        "connection_id": stall.id,
        "experience_id": offer.experience_id,
        "state": "live",
        **values,
    }
    answer = client.post(PATH, json.dumps(body), content_type="application/json")
    enter_operator(database.REEF.schema_name)
    assert answer.status_code == status, answer.content[:500]
    return answer.json()


def test_the_channel_says_which_fields_there_are(client: Any) -> None:
    channels_known = {one["channel"]: one for one in client.get("/api/ota/channels/get").json()}
    properties = channels_known["fair"]["mapping_schema"]["properties"]
    assert set(properties) == {"gyg_option_id", "row", "is_outside"}


def test_values_are_kept_as_their_fields_have_them(client: Any, stall: Any, offer: Any) -> None:
    made = save(client, stall, offer, settings={"gyg_option_id": "12", "row": "B", "is_outside": True})
    assert made["settings"] == {"gyg_option_id": 12, "row": "B", "is_outside": True}
    product = channels.product(stall, f"P{offer.experience_id}")
    assert product.settings == {"gyg_option_id": 12, "row": "B", "is_outside": True}
    assert (
        AuditLog.objects.filter(action="channel_mapping.saved").latest("id").after["settings"]["row"] == "B"
    )


def test_left_out_they_stay(client: Any, stall: Any, offer: Any) -> None:
    save(client, stall, offer, settings={"row": "C"})
    assert save(client, stall, offer)["settings"]["row"] == "C"
    assert save(client, stall, offer, settings={})["settings"]["row"] == ""


def test_every_field_that_does_not_fit_is_named(client: Any, stall: Any, offer: Any) -> None:
    wrong = {"row": "north", "gyg_option_id": "many", "hall": 3}
    refused = save(client, stall, offer, 422, settings=wrong)
    assert refused["code"] == "validation_failed"
    assert set(refused["detail"]["fields"]) == {"settings.row", "settings.gyg_option_id", "settings.hall"}
    assert ProductMapping.objects.get().settings == {}


def test_a_channel_without_fields_takes_none(
    client: Any, stall: Any, offer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    fair = adapters.all_adapters()["fair"]
    monkeypatch.setitem(adapters.all_adapters(), "fair", replace(fair, mapping_settings=None))
    refused = save(client, stall, offer, 422, settings={"row": "A"})
    assert refused["detail"]["fields"] == {"settings": ["This channel has none."]}
    assert save(client, stall, offer, settings={})["settings"] == {}


class Model(BaseModel):
    """Some fields."""

    count: int = Field(3, le=9)
    town: str = ""


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ({}, (3, "")),
        ({"count": 5, "town": "Lagos", "gone": 1}, (5, "Lagos")),
        ({"count": 50, "town": "Lagos"}, (3, "Lagos")),
        ({"count": "x", "town": []}, (3, "")),
    ],
)
def test_what_an_older_version_stored_is_read_as_far_as_it_fits(stored: Any, expected: Any) -> None:
    found = read_settings(Model, stored)
    assert (found.count, found.town) == expected


@pytest.mark.parametrize(
    ("channel", "before", "after"),
    [
        (
            "getyourguide",
            {"gyg_option_id": "77", "city": " Lagos ", "country": "PRT", "x": 1},
            {"gyg_option_id": 77, "city": "Lagos", "country": "PRT"},
        ),
        ("getyourguide", {"gyg_option_id": "seven", "country": "Portugal"}, {}),
        (
            "viator",
            {"country_code": "US", "destination_code": 684},
            {"country_code": "US", "destination_code": "684"},
        ),
        ("redeam", {"is_hold_required": "Yes"}, {"is_hold_required": True}),
        ("redeam", {"is_hold_required": False}, {"is_hold_required": False}),
        ("redeam", {"is_hold_required": "maybe", "town": "Lagos"}, {}),
        ("octo", {"town": "Lagos"}, {}),
        ("of_somebody_else", {"town": "Lagos"}, {"town": "Lagos"}),
    ],
)
def test_lines_of_before_become_fields(
    fair: Any, offer: Any, channel: str, before: dict[str, Any], after: dict[str, Any]
) -> None:
    stall = connect(offer)
    ChannelConnection.objects.filter(pk=stall.id).update(channel=channel)
    ProductMapping.objects.filter(connection_id=stall.id).update(settings=before, changed_at=utc_now())
    with database_connection.cursor() as cursor:
        cursor.execute(CONVERT)
    assert ProductMapping.objects.get(connection_id=stall.id).settings == after
