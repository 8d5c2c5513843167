"""Devices: registered with a token that is shown once."""

import pytest

from outfitter_tenants.devices import operations
from outfitter_tenants.devices.models import Device
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague

DOCK = {"name": "Dock tablet", "kind": "waiver_tablet", "platform": "iPadOS"}


@pytest.fixture
def owner(reef, client_for):
    return owner_of(client_for)


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def test_a_token_is_shown_once_and_kept_as_a_hash(owner):
    made = post(owner, "/api/device/register", DOCK).json()

    row = Device.objects.get(pk=made["device_id"])
    assert row.token_hash == operations.hash_of(made["token"])
    listed = owner.get("/api/devices/get")
    assert [device["name"] for device in listed.json()["devices"]] == ["Dock tablet"]
    assert made["token"] not in listed.text


def test_the_same_token_is_another_one_elsewhere(reef, peak):
    there = operations.hash_of("token")
    from django.db import connection

    connection.set_tenant(reef)
    assert operations.hash_of("token") != there


def test_a_device_moves_and_leaves(owner):
    made = post(owner, "/api/device/register", DOCK).json()
    place = owner.get("/api/locations/get").json()[0]
    path = f"/api/device/{made['device_id']}"

    moved = post(owner, f"{path}/save", {"name": "Boathouse", "location_id": place["id"]})
    assert moved.json()["devices"][0]["location"]["id"] == place["id"]
    assert post(owner, f"{path}/revoke").json()["devices"] == []
    assert_error(post(owner, f"{path}/revoke"), 404, "not_found")


@pytest.mark.parametrize(
    ("change", "status"), [({"kind": "toaster"}, 422), ({"name": " "}, 422), ({"location_id": 999}, 422)]
)
def test_what_is_wrong_registers_nothing(owner, change, status):
    assert_error(post(owner, "/api/device/register", {**DOCK, **change}), status)
    assert not Device.objects.exists()


def test_agents_of_resellers_do_not_see_what_stands_where(owner, client_for):
    post(owner, "/api/device/register", DOCK)

    for role, status in (("reseller_agent", 403), ("guide", 200), ("reservations_agent", 200)):
        browser = browser_of(client_for, make_colleague(f"The {role}", role, email=f"{role}@x.io"))
        assert browser.get("/api/devices/get").status_code == status, role
