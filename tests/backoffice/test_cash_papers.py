"""A cash drawer opens by a pulse, with a reason or for cash; shifts leave as slips and lists."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Location
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.devices.models import PrintJob
from outfitter_tenants.devices.print_queue import print_jobs, print_routes
from outfitter_tenants.devices.print_queue.print_routes import RouteChoice
from outfitter_tenants.ledger.models import CashMovement
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role
from tests.support.team import owner as owner_row

PULSE = b"\x1b@\x1bp\x00\x19\xfa"


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    found: Client = owner_of(client_for)
    return found


def post(client: Client, path: str, body: object = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def shift_on(client: Client, name: str = "Pier", location_id: int | None = None) -> Any:
    drawers = post(client, "/api/cashDrawer/create", {"name": name, "location_id": location_id}).json()
    drawer = next(one for one in drawers["drawers"] if one["name"] == name)
    return post(client, f"/api/cashDrawer/{drawer['id']}/open", {"float_amount": 5_000}).json()["shift"]


def printer_at(location_id: int | None) -> None:
    device, _ = devices.register(
        name="P", kind="printer", platform="", push_token=None, location_id=None, at=utc_now()
    )
    choice = RouteChoice("receipt", location_id, "device", device, "", "roll_80", 1, is_drawn=False)
    print_routes.save(choice=choice, at=utc_now())


def test_a_drawer_opens_with_a_reason_at_the_printer_of_its_place(owner: Client) -> None:
    pier, desk = Location.objects.create(name="Pier"), Location.objects.create(name="Desk")
    shift = shift_on(owner, location_id=pier.pk)
    path = f"/api/cashShift/{shift['id']}/openDrawer"
    printer_at(desk.pk)
    # The desk's printer is no way to the pier's drawer.
    assert_error(post(owner, path, {"reason": "Change"}), 409, "no_drawer_printer")
    assert not AuditLog.objects.filter(action="cash_shift.drawer_opened").exists()
    printer_at(pier.pk)
    assert_error(post(owner, path, {"reason": " "}), 422, "validation_failed")
    assert post(owner, path, {"reason": "Change"}).json() == {"via": "device", "data": None}
    assert bytes(PrintJob.objects.get().payload) == PULSE
    log = AuditLog.objects.get(action="cash_shift.drawer_opened")
    assert (log.reason, log.user_avatar_id) == ("Change", owner_row().pk)


def test_only_who_works_on_the_shift_opens_its_drawer(owner: Client, client_for: Any) -> None:
    shift = shift_on(owner)
    printer_at(None)
    path = f"/api/cashShift/{shift['id']}/openDrawer"
    clerk = browser_of(client_for, make_colleague("Cleo", role=make_role("till", "payment.take")))
    assert_error(post(clerk, path, {"reason": "Change"}), 409, "not_on_shift")
    guide = browser_of(client_for, make_colleague("Gus", "guide"))
    assert_error(post(guide, path, {"reason": "Change"}), 403, "forbidden")
    assert_error(post(owner, "/api/cashShift/999999/openDrawer", {"reason": "Change"}), 404)
    post(owner, f"/api/cashShift/{shift['id']}/close", counted(shift, 5_000))
    assert_error(post(owner, path, {"reason": "Change"}), 409, "shift_closed")
    assert not PrintJob.objects.exists()


def test_cash_of_just_now_opens_the_drawer_and_nothing_older(owner: Client) -> None:
    shift = shift_on(owner)
    printer_at(None)
    path = "/api/cashDrawer/openForCash"
    assert post(owner, path).json()["via"] == "none"
    moved = CashMovement.objects.create(
        **{"shift_id": shift["id"], "key": "payment:1", "kind": "payment", "amount": 900},
        **{"currency": "USD", "payment_id": 1, "by": owner_row().pk, "at": utc_now()},
    )
    assert post(owner, path).json()["via"] == "device"
    CashMovement.objects.filter(pk=moved.pk).update(at=utc_now() - timedelta(minutes=3))
    assert post(owner, path).json()["via"] == "none"
    assert PrintJob.objects.count() == 1


def test_a_pulse_is_neither_repeated_nor_late(owner: Client) -> None:
    shift = shift_on(owner)
    printer_at(None)
    post(owner, f"/api/cashShift/{shift['id']}/openDrawer", {"reason": "Change"})
    job = PrintJob.objects.get()
    assert job.kind == print_jobs.DRAWER
    assert_error(post(owner, f"/api/printing/job/{job.pk}/again"), 409, "drawer_needs_reason")
    print_jobs.expire(at=job.created_at + timedelta(seconds=59))
    assert PrintJob.objects.get().state == "queued"
    print_jobs.expire(at=job.created_at + timedelta(seconds=61))
    assert PrintJob.objects.get().state == "failed"
    assert_error(post(owner, f"/api/printing/job/{job.pk}/again"), 409, "drawer_needs_reason")
    assert PrintJob.objects.count() == 1


def counted(shift: Any, amount: int, reason: str = "") -> dict[str, Any]:
    count = {"currency": "USD", "amount": amount, "reason": reason}
    return {"version": shift["version"], "counts": [count]}


def test_shifts_leave_as_slip_and_list(owner: Client, client_for: Any) -> None:
    shift = shift_on(owner, name="=HYPERLINK(1)")
    here = f"/api/cashShift/{shift['id']}"
    [_, row] = rows_of(owner.get(f"{here}/csv"))
    assert (row[1], row[17], row[18]) == ("'=HYPERLINK(1)", "", "")
    post(owner, f"{here}/close", counted(shift, 4_900, "Too much change"))
    slip = owner.get(f"{here}/slip")
    assert (slip.status_code, slip.content[:5]) == (200, b"%PDF-")
    day = utc_now().date()
    span = f"first={day - timedelta(days=1)}&last={day + timedelta(days=1)}"
    [columns, row] = rows_of(owner.get(f"/api/cashShifts/csv?{span}"))
    found = dict(zip(columns, row, strict=True))
    assert (found["float"], found["expected"], found["counted"]) == ("50.00", "50.00", "49.00")
    assert (found["difference"], found["reason"]) == ("-1.00", "Too much change")
    assert_error(owner.get("/api/cashShifts/csv?first=2026-02-02&last=2026-02-01"), 422)
    assert_error(owner.get("/api/cashShifts/csv?first=2024-02-02&last=2026-02-01"), 422)
    clerk = browser_of(client_for, make_colleague("Cleo", role=make_role("till", "payment.take")))
    assert_error(clerk.get(f"/api/cashShifts/csv?{span}"), 403, "forbidden")
    assert_error(client_for("reef").get(f"{here}/slip"), 401)


def rows_of(answer: Any) -> list[list[str]]:
    assert answer.status_code == 200, answer.content
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
