"""People sign in on a register by PIN: they sell under their own name, and a PIN opens nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.accounts.models import SigninTry, UserSession
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.devices import operations as devices
from outfitter_tenants.ledger.models import CashMovement
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import counter_pins
from tests.devices.test_pairings import paired, post
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_person, owner

PIN = "2580"


@pytest.fixture
def office(reef: Any, client_for: Any) -> Client:
    found: Client = owner_of(client_for)
    return found


class Register:
    """A browser that was paired as a register."""

    def __init__(self, office: Client, client_for: Any, kind: str = "pos") -> None:
        self.client: Client = client_for("reef")
        made = paired(office, self.client, kind)
        self.id, self.headers = made["device_id"], {"X-Outfitter-Device": made["token"]}

    def sellers(self) -> Any:
        return self.client.get("/api/device/sellers/get", headers=self.headers)

    def sign_in(self, who: UserAvatar, pin: str = PIN) -> Any:
        body = {"user_avatar_id": who.pk, "pin": pin}
        return self.client.post("/api/device/signIn", body, "application/json", headers=self.headers)


@pytest.fixture
def register(office: Client, client_for: Any) -> Register:
    return Register(office, client_for)


def with_pin(name: str, role: str = "manager", pin: str = PIN) -> UserAvatar:
    person = make_colleague(name, role)
    counter_pins.set_own(avatar_id=person.pk, pin=pin, at=utc_now())
    return person


def actions_of(person: UserAvatar) -> list[str]:
    rows = AuditLog.objects.filter(entity_type="user_avatar", entity_id=person.pk).order_by("pk")
    return list(rows.values_list("action", flat=True))


def test_one_sets_changes_and_removes_ones_own_pin(office, client_for):
    person = make_colleague("Cleo")
    browser = browser_of(client_for, person)
    assert browser.get("/api/me/security").json()["has_pin"] is False
    for pin in ("123", "123456789", "12a4", ""):
        assert_error(post(browser, "/api/me/pin/save", {"pin": pin}), 422, "validation_failed")
    for pin in ("1234", "8765", "0000", "7890"):
        assert_error(post(browser, "/api/me/pin/save", {"pin": pin}), 422, "validation_failed")
    assert post(browser, "/api/me/pin/save", {"pin": PIN}).status_code == 200
    assert browser.get("/api/me/security").json()["has_pin"] is True
    assert PIN not in UserAvatar.objects.get(pk=person.pk).pin_hash
    assert post(browser, "/api/me/pin/save", {"pin": "90210"}).status_code == 200
    assert post(browser, "/api/me/pin/remove").status_code == 200
    assert UserAvatar.objects.get(pk=person.pk).pin_hash is None
    wanted = ["user_avatar.pin_set", "user_avatar.pin_changed", "user_avatar.pin_removed"]
    assert [one for one in actions_of(person) if "pin" in one] == wanted


def test_a_pin_asks_for_a_fresh_proof(office, client_for):
    browser = browser_of(client_for, make_colleague("Cleo"))
    UserSession.objects.update(confirmed_at=utc_now() - timedelta(minutes=11))
    assert_error(post(browser, "/api/me/pin/save", {"pin": PIN}), 403, "confirmation_required")
    assert_error(post(browser, "/api/me/pin/remove"), 403, "confirmation_required")


def test_who_manages_the_team_takes_a_pin_away_but_not_from_an_owner(office, client_for):
    boss = owner()
    counter_pins.set_own(avatar_id=boss.pk, pin=PIN, at=utc_now())
    seller, clerk = with_pin("Sami", "reservations_agent"), make_colleague("Mona", "manager")
    path = "/setup/team/user/{}/pin/remove"
    answer = post(office, path.format(seller.pk))
    assert answer.json()["userAvatar"]["has_pin"] is False
    assert_error(post(browser_of(client_for, clerk), path.format(boss.pk)), 403)
    assert UserAvatar.objects.get(pk=boss.pk).pin_hash is not None


def test_a_register_lists_who_has_a_pin_and_signs_them_in(register):
    person, other = with_pin("Cleo", "reservations_agent"), with_pin("Amir", "reservations_agent", "9182")
    make_colleague("Nopin")
    assert [one["name"] for one in register.sellers().json()["sellers"]] == ["Amir", "Cleo"]
    assert register.sign_in(person).json() == {"id": person.pk, "name": "Cleo"}
    first = register.client.get("/app/init").json()
    assert (first["userAvatar"]["id"], first["isAtCounter"]) == (person.pk, True)
    assert register.sign_in(other, "9182").status_code == 200
    assert register.client.get("/app/init").json()["userAvatar"]["id"] == other.pk
    assert UserSession.objects.filter(method="pin", ended_at__isnull=True).count() == 1
    log = AuditLog.objects.filter(entity_id=other.pk, action="signin.succeeded").get()
    assert log.after == {"method": "pin", "device": "Dock"}


def test_cash_that_is_moved_carries_who_typed_the_pin(register, office):
    person = with_pin("Cleo", "reservations_agent")
    made = post(office, "/api/cashDrawer/create", {"name": "Front desk"}).json()["drawers"][0]
    register.sign_in(person)
    opened = post(register.client, f"/api/cashDrawer/{made['id']}/open", {"float_amount": 5_000}).json()
    assert [one["name"] for one in opened["shift"]["people"]] == ["Cleo"]
    assert CashMovement.objects.get(kind="float").by == person.pk
    log = AuditLog.objects.get(action="cash_shift.opened")
    assert log.user_avatar_id == person.pk


def test_a_pin_opens_the_counter_and_nothing_else(register):
    boss = owner()
    counter_pins.set_own(avatar_id=boss.pk, pin=PIN, at=utc_now())
    assert register.sign_in(boss).status_code == 200
    client = register.client
    held = set(client.get("/app/init").json()["permissions"])
    assert {"trip.create", "payment.take"} <= held
    assert not held & {"setup.general", "report.finance", "export", "team.manage", "trip.delete"}
    assert client.get("/api/cashShifts/get").status_code == 403
    assert_error(post(client, "/api/devices/pairing/create", {"kind": "pos"}), 403, "forbidden")
    # The office's other operators are not reached from here, and no secret is changed.
    assert_error(post(client, "/api/accounts/1/enter"), 403, "at_counter")
    for path, body in (("/api/me/pin/save", {"pin": "9182"}), ("/api/me/totp/start", {})):
        assert_error(post(client, path, body), 403, "at_counter")


def test_wrong_pins_lock_a_person_for_a_while_wherever_they_are_typed(register, office, client_for):
    person, other = with_pin("Cleo", "reservations_agent"), with_pin("Amir", "reservations_agent", "9182")
    for _ in range(counter_pins.FREE_TRIES):
        assert_error(register.sign_in(person, "1111"), 403, "pin_wrong")
    refused = register.sign_in(person)
    assert_error(refused, 429, "rate_limited")
    assert refused.json()["detail"]["retry_after"] > 0
    assert register.client.get("/app/init").status_code == 401
    assert_error(Register(office, client_for).sign_in(person), 429, "rate_limited")
    assert register.sign_in(other, "9182").status_code == 200
    assert actions_of(person).count("user_avatar.pin_locked") == 1
    SigninTry.objects.update(blocked_until=utc_now() - timedelta(seconds=1))
    assert register.sign_in(person).status_code == 200
    assert not SigninTry.objects.exists()


def test_nobody_without_a_pin_and_nobody_who_left_gets_in(register):
    gone = with_pin("Gone", "reservations_agent")
    UserAvatar.objects.filter(pk=gone.pk).update(status="disabled")
    invited = make_person("Ivy", "reservations_agent")
    for who in (gone, make_colleague("Nopin"), invited):
        assert_error(register.sign_in(who), 403, "pin_wrong")
    assert register.sellers().json()["sellers"] == []


@pytest.mark.parametrize("kind", ["kiosk", "waiver_tablet", "printer"])
def test_other_devices_know_nobody(office, client_for, kind):
    person = with_pin("Cleo", "reservations_agent")
    other = Register(office, client_for, kind)
    assert_error(other.sellers(), 403, "device_kind_refused")
    assert_error(other.sign_in(person), 403, "device_kind_refused")


def test_a_token_on_another_machine_signs_nobody_in(register, client_for):
    person = with_pin("Cleo", "reservations_agent")
    register.client = client_for("reef")
    assert_error(register.sellers(), 403, "device_elsewhere")
    assert_error(register.sign_in(person), 403, "device_elsewhere")
    # A token that was made for programs is bound to no machine at all.
    _, token = devices.register(
        name="Old", kind="pos", platform="", push_token=None, location_id=None, at=utc_now()
    )
    register.headers = {"X-Outfitter-Device": token}
    assert_error(register.sign_in(person), 403, "device_elsewhere")


@pytest.mark.parametrize("what", ["device", "pin", "idle"])
def test_a_session_by_pin_ends_with_its_device_its_pin_and_by_itself(register, client_for, what):
    person = with_pin("Cleo", "reservations_agent")
    own = browser_of(client_for, person)
    assert register.sign_in(person).status_code == 200
    assert register.client.get("/app/init").status_code == 200
    if what == "device":
        devices.revoke(device_id=register.id, at=utc_now())
    elif what == "pin":
        counter_pins.set_own(avatar_id=person.pk, pin="90210", at=utc_now())
    else:
        UserSession.objects.filter(method="pin").update(last_seen_at=utc_now() - timedelta(minutes=31))
    assert register.client.get("/app/init").status_code == 401
    assert own.get("/app/init").status_code == 200


def test_a_person_of_another_operator_is_nobody_here(register, client_for):
    with in_schema("t_peak"):
        theirs = with_pin("Theirs", "reservations_agent")
    UserAvatar.objects.filter(pk=theirs.pk).update(pin_hash=None)
    assert_error(register.sign_in(theirs), 403, "pin_wrong")
    assert "Theirs" not in register.sellers().content.decode()
    # The register of one operator is no device at the other.
    register.client = client_for("peak")
    assert_error(register.sign_in(theirs), 403, "device_unknown")
