"""The team over HTTP: routes of the contract, and the door of an invitation."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from outfitter.accounts import memberships
from outfitter.accounts.models import Account, User, UserSession
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Properties, Role, UserAvatar
from outfitter_tenants.people.operations import invitation_mails
from outfitter_tenants.people.queries import invitation_token
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_login, make_person, owner, role

pytestmark = pytest.mark.usefixtures("reef")


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, json.dumps(body or {}), content_type="application/json")


def invite(client: Client, path: str = "/setup/team/user/invite", **given: Any) -> dict[str, Any]:
    body = {"name": "Ana Sol", "email": "ana@guests.example", "role_id": role("manager").pk, **given}
    answer = post(client, path, body)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()["userAvatar"]
    return found


def token_of(member_id: int) -> str:
    row = UserAvatar.objects.get(pk=member_id)
    assert row.invited_at
    return invitation_token(avatar_id=row.pk, invited_at=row.invited_at)


@pytest.fixture
def rita(client_for: Any) -> Client:
    return owner_of(client_for)


def test_the_list_says_who_may_be_edited(rita: Client, client_for: Any) -> None:
    manager = make_colleague("Max", "manager")
    make_person("Gus", "guide", is_guide=True)
    rows = rita.get("/api/userAvatars/get").json()
    assert [row["name"] for row in rows["data"]] == ["Gus", "Max", owner().name]
    assert rows["meta"]["total"] == 3
    assert [row["can_edit"] for row in rows["data"]] == [True, True, True]
    assert [row["is_me"] for row in rows["data"]] == [False, False, True]
    seen = browser_of(client_for, manager).get("/api/userAvatars/get").json()["data"]
    assert [row["can_edit"] for row in seen] == [True, True, False]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"search": "gus"}, ["Gus"]),
        ({"search": "MAX@reef"}, ["Max"]),
        ({"search": "555 0199"}, ["Max"]),
        ({"filters": [{"field": "is_guide", "op": "eq", "value": True}]}, ["Gus"]),
        ({"filters": [{"field": "kind", "op": "in", "value": ["guide"]}]}, ["Gus"]),
        ({"sort": "-name", "limit": 1}, None),
    ],
)
def test_the_list_is_searched_and_filtered(
    rita: Client, query: dict[str, Any], names: list[str] | None
) -> None:
    make_person("Max", phone="+12075550199")
    make_person("Gus", "guide", is_guide=True)
    if "filters" in query:
        query = {**query, "filters": json.dumps(query["filters"])}
    answer = rita.get("/api/userAvatars/get", query)
    assert answer.status_code == 200, answer.content
    found = [row["name"] for row in answer.json()["data"]]
    assert found == (names if names is not None else [owner().name])


def test_a_guide_may_not_see_the_team(client_for: Any) -> None:
    guide = browser_of(client_for, make_colleague("Gus", "guide"))
    for path in ("/api/userAvatars/get", "/api/roles/get", "/setup/guides/existing-users"):
        assert_error(guide.get(path), 403, "forbidden")
    assert_error(post(guide, "/setup/team/user/invite", {"name": "x", "email": "a@b.co"}), 403)


def test_inviting_mails_after_the_answer(
    rita: Client, django_capture_on_commit_callbacks: Any, monkeypatch: Any
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(
        "outfitter_tenants.people.tasks.send_invitation.apply_async",
        lambda kwargs, **_: sent.append(kwargs["avatar_id"]),
    )
    with django_capture_on_commit_callbacks(execute=True):
        found = invite(rita)
    assert sent == [found["id"]]
    assert (found["status"], found["invite"]["resend_left"]) == ("invited", 3)
    assert found["invite"]["invited_by"] == owner().name


def test_a_guide_is_invited_and_sent_again(rita: Client) -> None:
    found = invite(rita, "/setup/guide/invite", role_id=None)
    assert (found["kind"], found["is_guide"], found["role"]["slug"]) == ("guide", True, "guide")
    path = f"/setup/team/user/{found['id']}/invite/resend"
    assert_error(post(rita, path), 429, "rate_limited")
    earlier = utc_now() - timedelta(minutes=2)
    UserAvatar.objects.filter(pk=found["id"]).update(invited_at=earlier)
    assert post(rita, path).json()["userAvatar"]["invite"]["resend_left"] == 2
    assert_error(post(rita, "/setup/team/user/999999/invite/resend"), 404)


def test_guides_by_flag(rita: Client) -> None:
    ana = make_person("Ana")
    rows = rita.get("/setup/guides/existing-users").json()["userAvatars"]
    assert [row["name"] for row in rows] == ["Ana", owner().name]
    body = {"user_avatar_ids": [ana.pk]}
    made = post(rita, "/setup/guides/assign-existing", body).json()["userAvatars"]
    assert [(row["name"], row["is_guide"]) for row in made] == [("Ana", True)]
    toggled = post(rita, f"/setup/team/user/{ana.pk}/toggle-guide").json()["userAvatar"]
    assert toggled["is_guide"] is False
    assert_error(post(rita, "/setup/guides/assign-existing", {"user_avatar_ids": []}), 422)


def test_ids_of_another_operator_are_nobody(reef: Any, client_for: Any) -> None:
    ana = make_person("Ana")
    other = owner_of(client_for, "peak")
    assert_error(post(other, "/setup/guides/assign-existing", {"user_avatar_ids": [ana.pk]}), 404)
    with in_schema(reef.schema_name):
        ana.refresh_from_db()
    assert not ana.is_guide


def test_one_member_is_read_changed_and_disabled(rita: Client) -> None:
    ana = make_person("Ana")
    path = f"/api/userAvatar/{ana.pk}"
    body = {"version": 1, "name": "Anna", "commission_ppm": 25_000, "phone": None}
    changed = post(rita, f"{path}/save", body).json()["userAvatar"]
    assert (changed["name"], changed["version"]) == ("Anna", 2)
    assert_error(post(rita, f"{path}/save", body), 409, "stale_version")
    assert_error(post(rita, f"{path}/save", {"version": 2, "name": None}), 422)
    off = post(rita, f"{path}/status/edit", {"is_enabled": False}).json()["userAvatar"]
    assert off["status"] == "disabled"
    full = rita.get(f"{path}/get").json()
    assert [row["action"] for row in full["history"]] == ["user_avatar.disabled", "user_avatar.changed"]
    assert_error(
        post(rita, f"/api/userAvatar/{owner().pk}/status/edit", {"is_enabled": False}), 403, "own_role"
    )


def test_a_suppressed_address_is_cleared(rita: Client) -> None:
    ana = make_person("Ana", is_email_suppressed=True)
    answer = post(rita, f"/setup/team/users/{ana.pk}/remove-ses-suppression")
    assert answer.json()["userAvatar"]["is_email_suppressed"] is False
    assert_error(post(rita, "/setup/team/users/999999/remove-ses-suppression"), 404)


def test_what_one_hides(rita: Client, client_for: Any) -> None:
    assert post(rita, "/api/userAvatars/me/hideSetupTasks", {"hide": True}).json() == {"ok": True}
    assert post(rita, "/api/userAvatars/me/hideCallAlerts").status_code == 200
    me = owner()
    assert (me.is_hide_setup_tasks, me.is_hide_call_alerts) == (True, True)
    shown = rita.get("/app/init").json()["userAvatar"]
    assert (shown["is_hide_setup_tasks"], shown["is_hide_call_alerts"]) == (True, True)
    assert_error(post(client_for("reef"), "/api/userAvatars/me/hideCallAlerts"), 401)


def test_who_a_sale_is_credited_to(rita: Client, client_for: Any) -> None:
    make_person("Gone", status="disabled")
    agent = make_colleague("Art", "reseller_agent", reseller_id=7, referral_code="ART2")
    make_person("Eve", "reseller_agent", reseller_id=7)
    make_person("Ivo", "reseller_agent", reseller_id=8)
    names = [row["name"] for row in rita.get("/api/userAvatars/referral").json()["userAvatars"]]
    assert names == ["Art", "Eve", "Ivo", owner().name]
    own = browser_of(client_for, agent).get("/api/userAvatars/referral").json()
    assert own["code"] == "ART2"
    assert [row["name"] for row in own["userAvatars"]] == ["Art", "Eve"]
    make_role_less = browser_of(client_for, make_colleague("Gus", "guide"))
    assert make_role_less.get("/api/userAvatars/referral").json()["userAvatars"][0]["name"] == "Gus"
    assert_error(client_for("reef").get("/api/userAvatars/referral"), 401)


@pytest.mark.parametrize(
    ("mode", "shares"),
    [("disabled", []), ("shared_pool", [333_334, 333_333, 333_333]), ("individual", [None] * 3)],
)
def test_who_takes_tips(rita: Client, mode: str, shares: list[int | None]) -> None:
    Properties.objects.filter(pk=1).update(tip_mode=mode)
    for name in ("Ana", "Ben", "Cas"):
        make_person(name, is_tippable=True)
    make_person("Dan")
    rows = rita.get("/api/userAvatars/tippable/get").json()
    assert [row["suggested_share"] for row in rows] == shares
    assert [row["name"] for row in rows] == ["Ana", "Ben", "Cas"][: len(shares)]
    if mode != "disabled":
        assert_error(rita.get("/api/userAvatars/tippable/get?timeslot_id=999999"), 404)


def test_roles_are_made_copied_changed_and_deleted(rita: Client) -> None:
    first = rita.get("/api/roles/get").json()
    assert [row["slug"] for row in first["roles"]][:2] == ["owner", "manager"]
    assert [row["can_edit"] for row in first["roles"]] == [False] * 6
    assert all(code["can_give"] for area in first["areas"] for code in area["codes"])
    made = post(rita, "/api/role/save", {"name": "Dock", "permissions": ["manifest.view"]}).json()
    assert made["role"]["can_edit"] is True
    role_id = made["role"]["id"]
    copied = post(rita, f"/api/role/{role_id}/clone", {"name": "Dock 2"}).json()["role"]
    assert (copied["slug"], copied["permissions"]) == ("dock_2", ["manifest.view"])
    body = {"id": role_id, "version": 1, "name": "Dock", "permissions": ["trip.view"]}
    assert post(rita, "/api/role/save", body).json()["role"]["version"] == 2
    assert_error(post(rita, "/api/role/save", body), 409, "stale_version")
    assert post(rita, f"/api/role/{role_id}/delete").json() == {"ok": True}
    assert_error(post(rita, f"/api/role/{role_id}/delete"), 404)
    assert_error(post(rita, f"/api/role/{role('owner').pk}/delete"), 409, "role_is_built_in")


def test_an_invitation_is_shown_and_accepted(rita: Client, client_for: Any) -> None:
    token = token_of(invite(rita)["id"])
    door = client_for("reef")
    shown = door.get("/api/invitation/get", {"token": token}).json()
    assert (shown["state"], shown["has_login"]) == ("open", False)
    assert (shown["operator"]["name"], shown["inviter"]) == ("Reef Runners", owner().name)
    person = {"first_name": "Ana", "last_name": "Sol", "password": database.PASSWORD}
    weak = {"token": token, "person": {**person, "password": "short"}}
    assert_error(post(door, "/api/invitation/accept", weak), 422, "validation_failed")
    joined = post(door, "/api/invitation/accept", {"token": token, "person": person})
    assert joined.status_code == 200, joined.content
    assert joined.json()["next"] == "app"
    assert door.get("/app/init").json()["userAvatar"]["name"] == "Ana Sol"
    assert door.get("/api/invitation/get", {"token": token}).json()["state"] == "used"


def test_a_known_login_proves_itself(rita: Client, client_for: Any) -> None:
    make_login("ana@guests.example")
    token = token_of(invite(rita)["id"])
    door = client_for("reef")
    assert door.get("/api/invitation/get", {"token": token}).json()["has_login"] is True
    person = {"first_name": "Ana", "password": database.PASSWORD}
    answer = post(door, "/api/invitation/accept", {"token": token, "person": person})
    assert_error(answer, 409, "login_exists")
    login = {"email": "ana@guests.example", "password": "not the password"}
    answer = post(door, "/api/invitation/accept", {"token": token, "login": login})
    assert_error(answer, 401, "invalid_credentials")
    login["password"] = database.PASSWORD
    assert post(door, "/api/invitation/accept", {"token": token, "login": login}).status_code == 200
    assert door.get("/app/init").status_code == 200


def test_links_that_lead_nowhere(client_for: Any, rita: Client) -> None:
    door = client_for("reef")
    nowhere = {"token": "0" * 40}
    assert_error(door.get("/api/invitation/get", nowhere), 404, "invitation_not_found")
    assert_error(door.get("/api/invitation/get", {"token": "x"}), 422)
    assert_error(post(door, "/api/invitation/accept", {"token": "0" * 40}), 422)
    token = token_of(invite(rita)["id"])
    other = client_for("peak").get("/api/invitation/get", {"token": token})
    assert_error(other, 404, "invitation_not_found")


def test_guessing_is_slowed_down(client_for: Any) -> None:
    door = client_for("reef")
    answers = [door.get("/api/invitation/get", {"token": f"{n:040}"}).status_code for n in range(61)]
    assert answers == [404] * 60 + [429]


def test_from_one_operator_to_another(rita: Client, client_for: Any) -> None:
    user = User.objects.get(email=database.REEF.owner_email)
    peak = Account.objects.get(slug="peak")
    assert [row["slug"] for row in rita.get("/api/accounts/get").json()["accounts"]] == ["reef"]
    assert_error(post(rita, f"/api/accounts/{peak.pk}/enter"), 404)
    with in_schema(peak.schema_name):
        person = UserAvatar.objects.create(
            user_id=user.pk,
            name="Rita",
            email=user.email,
            kind="staff",
            role=Role.objects.get(slug="manager"),
        )
    memberships.join(user_id=user.pk, schema_name=peak.schema_name, avatar_id=person.pk, kind="staff")
    rows = rita.get("/api/accounts/get").json()["accounts"]
    assert [(row["slug"], row["is_current"]) for row in rows] == [("peak", False), ("reef", True)]
    address = post(rita, f"/api/accounts/{peak.pk}/enter").json()["redirect_url"]
    code = address.partition("?code=")[2]
    there = client_for("peak")
    for status in (200, 401):
        assert post(there, "/api/login", {"one_time_code": code}).status_code == status
    assert there.get("/app/init").json()["userAvatar"]["name"] == "Rita"
    memberships.sync_membership(user_id=user.pk, schema_name=peak.schema_name, kind="staff", is_active=False)
    assert_error(post(rita, f"/api/accounts/{peak.pk}/enter"), 404)


def test_being_here_is_noted_every_five_minutes(rita: Client) -> None:
    long_ago = utc_now() - timedelta(minutes=6)
    UserSession.objects.update(last_seen_at=long_ago)
    rita.get("/app/init")
    first = owner().last_seen_at
    assert first
    rita.get("/app/init")
    assert owner().last_seen_at == first
    for is_due in (False, True):
        UserAvatar.objects.filter(pk=owner().pk).update(last_seen_at=long_ago)
        if is_due:
            UserSession.objects.update(last_seen_at=long_ago)
        rita.get("/app/init")
        assert (owner().last_seen_at != long_ago) is is_due


def test_the_mail_of_the_product_opens_the_door(rita: Client, client_for: Any) -> None:
    found = invite(rita, locale="fr")
    invitation_mails.send(avatar_id=found["id"], at=utc_now())
    token = str(mail.outbox[0].body).partition("token=")[2].split()[0]
    assert client_for("reef").get("/api/invitation/get", {"token": token}).status_code == 200
