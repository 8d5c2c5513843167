"""Devices made by a QR code: once, for one machine, for what their type is for."""

from datetime import timedelta

import pytest
from django.test import Client

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.devices import pairings
from outfitter_tenants.devices.models import Device, DevicePairing
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague


@pytest.fixture
def owner(reef, client_for):
    return owner_of(client_for)


def post(client: Client, path: str, body: object = None, **headers: str):
    return client.post(path, body or {}, content_type="application/json", headers=headers)


def code_for(owner: Client, kind: str = "waiver_tablet") -> dict:
    made = post(owner, "/api/devices/pairing/create", {"kind": kind})
    assert made.status_code == 200
    return made.json()


def paired(owner: Client, client: Client, kind: str = "waiver_tablet", **body: object) -> dict:
    body = {"code": code_for(owner, kind)["code"], "name": "Dock", "platform": "iPad", **body}
    answer = post(client, "/api/device/pair", body)
    assert answer.status_code == 200
    return answer.json()


def state(client: Client, token: str, **headers: str):
    return client.get(
        "/api/device/state/get?showing=waiver", headers={"X-Outfitter-Device": token, **headers}
    )


def test_a_code_makes_one_device_and_the_office_sees_it(owner, client_for):
    code = code_for(owner)
    where = f"/api/devices/pairing/{code['pairing_id']}/get"
    assert code["url"].endswith(f"/device#pair={code['code']}")
    assert owner.get(where).json()["state"] == "waiting"

    tablet = client_for("reef")
    # Typed as people type.
    typed = f" {code['code'][:5].lower()}-{code['code'][5:]} "
    made = post(tablet, "/api/device/pair", {"code": typed, "name": "Dock"}).json()
    assert owner.get(where).json() == {
        "state": "paired",
        "device_id": made["device_id"],
        "device_name": "Dock",
    }
    again = post(client_for("reef"), "/api/device/pair", {"code": code["code"], "name": "Other"})
    assert_error(again, 403, "pairing_code_unknown")
    assert code["code"] not in str(DevicePairing.objects.values())
    assert made["token"] not in str(Device.objects.values())
    assert made["binding"] is None

    shown = state(tablet, made["token"]).json()
    assert (shown["name"], shown["kind"]) == ("Dock", "waiver_tablet")
    [row] = owner.get("/api/devices/get").json()["devices"]
    assert (row["showing"], row["is_bound"]) == ("waiver", True)
    assert row["last_seen_at"] is not None


def test_a_code_is_over_after_ten_minutes_and_opens_nothing_elsewhere(owner, client_for, peak):
    from django.db import connection

    code = code_for(owner)
    other = post(client_for("peak"), "/api/device/pair", {"code": code["code"], "name": "A"})
    assert_error(other, 403, "pairing_code_unknown")

    connection.set_tenant(peak)
    connection.set_schema("t_reef")
    DevicePairing.objects.update(expires_at=DevicePairing.objects.get().created_at - timedelta(seconds=1))
    assert owner.get(f"/api/devices/pairing/{code['pairing_id']}/get").json()["state"] == "expired"
    late = post(client_for("reef"), "/api/device/pair", {"code": code["code"], "name": "A"})
    assert_error(late, 403, "pairing_code_unknown")


def test_a_token_on_another_machine_is_refused_and_people_are_told(owner, client_for):
    tablet = client_for("reef")
    token = paired(owner, tablet)["token"]
    assert state(tablet, token).status_code == 200

    thief = client_for("reef")
    for _ in range(3):
        assert_error(state(thief, token), 403, "device_elsewhere")
    assert_error(
        thief.get("/api/waiverPortal/shown", headers={"X-Outfitter-Device": token}), 403, "device_elsewhere"
    )
    # Told once, not with every try; the real one goes on.
    assert AuditLog.objects.filter(action="device.copied").count() == 1
    assert state(tablet, token).status_code == 200


def test_an_agent_keeps_its_binding_itself(owner, client_for):
    made = paired(owner, client_for("reef"), "printer", is_agent=True)
    machine = client_for("reef")

    headers = {"X-Outfitter-Binding": made["binding"]}
    bearer = machine.get(
        "/api/device/state/get", headers={"Authorization": f"Bearer {made['token']}", **headers}
    )
    assert bearer.json()["kind"] == "printer"
    assert_error(state(machine, made["token"]), 403, "device_elsewhere")


def test_a_kind_does_what_it_is_for(owner, client_for):
    tablet, printer = client_for("reef"), client_for("reef")
    sign, ink = paired(owner, tablet)["token"], paired(owner, printer, "printer")["token"]

    claim = post(tablet, "/api/device/printJobs/claim", **{"X-Outfitter-Device": sign})
    assert_error(claim, 403, "device_kind_refused")
    shown = printer.get("/api/waiverPortal/shown", headers={"X-Outfitter-Device": ink})
    assert_error(shown, 403, "device_kind_refused")
    listen = post(printer, "/api/device/listen", {"playing": None}, **{"X-Outfitter-Device": ink})
    assert_error(listen, 409, "device_plays_nothing")


def test_a_heartbeat_costs_nothing_until_something_changes(owner, client_for):
    tablet = client_for("reef")
    made = paired(owner, tablet)
    first = state(tablet, made["token"])

    same = state(tablet, made["token"], **{"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    post(owner, f"/api/device/{made['device_id']}/save", {"name": "Boathouse"})
    assert state(tablet, made["token"], **{"If-None-Match": first["ETag"]}).json()["name"] == "Boathouse"
    post(owner, f"/api/device/{made['device_id']}/revoke")
    assert_error(state(tablet, made["token"]), 403, "device_unknown")


def test_whoever_guesses_codes_is_stopped(owner, client_for):
    code_for(owner)
    tries = [
        post(client_for("reef"), "/api/device/pair", {"code": f"AAAAA{n:05}", "name": "A"}).status_code
        for n in range(22)
    ]
    assert tries[0] == 403
    assert tries[-1] == 429


def test_only_the_office_makes_codes(owner, client_for):
    guide = browser_of(client_for, make_colleague("Gia", "guide"))
    assert_error(post(guide, "/api/devices/pairing/create", {"kind": "pos"}), 403, "forbidden")
    assert_error(post(owner, "/api/devices/pairing/create", {"kind": "toaster"}), 422)
    assert timedelta(minutes=10) >= pairings.GOOD_FOR
