"""Changing people: exact effects, and every refusal."""

from typing import Any

import pytest

from outfitter.accounts.models import Membership, UserSession
from outfitter.kit.errors import Forbidden, Invalid, StaleVersion
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import authority, team
from outfitter_tenants.people.queries import MemberNotFound, RoleNotFound
from outfitter_tenants.people.rules import AboveYou, LastOwner, OwnRole
from tests.support.team import NOW, browser_of, make_colleague, make_person, make_role, owner, role

pytestmark = pytest.mark.usefixtures("reef")


def save(person: UserAvatar, actor: UserAvatar, **values: Any) -> UserAvatar:
    person.refresh_from_db()
    team.save_member(member_id=person.pk, values=values, version=person.version, actor_id=actor.pk, at=NOW)
    person.refresh_from_db()
    return person


def last_log(person: UserAvatar) -> AuditLog:
    found = AuditLog.objects.filter(entity_type="user_avatar", entity_id=person.pk)
    return found.order_by("-id")[0]


def test_a_change_is_logged_with_what_changed() -> None:
    person = save(make_person("Ana"), owner(), name="Anna", commission_ppm=50_000, languages=["de"])
    assert (person.name, person.commission_ppm, person.languages) == ("Anna", 50_000, ["de"])
    assert person.version == 2
    log = last_log(person)
    assert log.before == {"name": "Ana", "commission_ppm": None, "languages": []}
    assert log.after == {"name": "Anna", "commission_ppm": 50_000, "languages": ["de"]}


def test_saving_the_same_changes_nothing() -> None:
    person = save(make_person("Ana"), owner(), name="Ana", email="ANA@reef.example")
    assert person.version == 1
    assert not AuditLog.objects.filter(entity_id=person.pk, entity_type="user_avatar").exists()


def test_a_stale_version_is_refused() -> None:
    person = make_person("Ana")
    with pytest.raises(StaleVersion):
        team.save_member(member_id=person.pk, values={"name": "B"}, version=7, actor_id=owner().pk, at=NOW)


@pytest.mark.parametrize(
    ("actor", "target", "problem"),
    [
        ("manager", "owner", AboveYou),
        ("manager", "manager", None),
        ("manager", "guide", None),
        ("owner", "owner", None),
        ("owner", "manager", None),
        ("reservations_agent", "guide", Forbidden),
        ("guide", "guide", Forbidden),
        ("analyst", "analyst", Forbidden),
    ],
)
def test_who_may_edit_whom(actor: str, target: str, problem: type[Exception] | None) -> None:
    me, other = make_person("Me", actor), make_person("Other", target)
    if problem is None:
        assert save(other, me, name="New").name == "New"
    else:
        with pytest.raises(problem):
            save(other, me, name="New")


@pytest.mark.parametrize(
    ("actor", "wanted", "problem"),
    [
        ("manager", "owner", AboveYou),
        ("manager", "manager", None),
        ("manager", "analyst", None),
        ("owner", "owner", None),
        ("owner", "reseller_agent", Invalid),
    ],
)
def test_who_may_give_what(actor: str, wanted: str, problem: type[Exception] | None) -> None:
    me, other = make_person("Me", actor), make_person("Other", "guide")
    if problem is None:
        assert save(other, me, role_id=role(wanted).pk).role.slug == wanted
    else:
        with pytest.raises(problem):
            save(other, me, role_id=role(wanted).pk)


def test_a_manager_by_own_role_gives_only_what_it_holds() -> None:
    hr = make_role("hr", "team.manage", "setup.team", "manifest.view")
    me = make_person("Me", role=hr)
    other = make_person("Other", role=make_role("watcher", "manifest.view"))
    assert save(other, me, role_id=hr.pk).role == hr
    with pytest.raises(AboveYou) as refused:
        save(other, me, role_id=role("analyst").pk)
    assert "report.finance" in refused.value.detail["missing"]  # type: ignore[operator]


def test_a_role_makes_the_kind_and_the_map_follows() -> None:
    person = make_colleague("Gus", "guide", is_guide=True)
    assert person.kind == "guide"
    save(person, owner(), role_id=role("manager").pk)
    assert (person.kind, person.is_guide) == ("staff", True)
    assert Membership.objects.get(user_id=person.user_id).kind == "staff"


def test_nobody_changes_or_disables_themselves() -> None:
    make_person("Second", "owner")
    me = owner()
    with pytest.raises(OwnRole):
        save(me, me, role_id=role("manager").pk)
    with pytest.raises(OwnRole):
        team.set_status(member_id=me.pk, is_enabled=False, actor_id=me.pk, at=NOW)
    assert save(me, me, name="Rita R.").name == "Rita R."


def test_the_last_owner_stays() -> None:
    """Nobody but an owner reaches an owner, so only a disabled owner's leftovers could."""
    second = make_person("Second", "owner")
    me = owner()
    save(second, me, role_id=role("manager").pk)
    with pytest.raises(AboveYou):
        save(me, second, role_id=role("manager").pk)
    UserAvatar.objects.filter(pk=second.pk).update(role=role("owner"), status="disabled")
    with pytest.raises(Forbidden):
        team.set_status(member_id=me.pk, is_enabled=False, actor_id=second.pk, at=NOW)
    assert UserAvatar.objects.get(pk=me.pk).status == "active"


def test_the_count_of_owners_is_the_last_word() -> None:
    authority.check_owner_stays()
    UserAvatar.objects.filter(pk=owner().pk).update(status="disabled")
    with pytest.raises(LastOwner):
        authority.check_owner_stays()


def test_unknown_people_and_roles() -> None:
    with pytest.raises(MemberNotFound):
        team.set_status(member_id=999_999, is_enabled=False, actor_id=owner().pk, at=NOW)
    with pytest.raises(RoleNotFound):
        save(make_person("Ana"), owner(), role_id=999_999)


def test_an_address_belongs_to_one_person() -> None:
    make_person("Ana")
    with pytest.raises(Invalid) as refused:
        save(make_person("Ben"), owner(), email="Ana@Reef.example")
    assert "email" in refused.value.detail["fields"]  # type: ignore[operator]


def test_a_downgrade_counts_from_the_next_request(client_for: Any) -> None:
    person = make_colleague("Mia", "manager")
    client = browser_of(client_for, person)
    assert client.get("/api/roles/get").status_code == 200
    save(person, owner(), role_id=role("reservations_agent").pk)
    assert client.get("/api/roles/get").status_code == 403
    assert client.get("/app/init").json()["permissions"] == sorted(role("reservations_agent").permissions)


def test_disabling_ends_sessions_here_and_for_good(client_for: Any) -> None:
    person = make_colleague("Mia", "manager")
    client = browser_of(client_for, person)
    assert client.get("/app/init").status_code == 200
    team.set_status(member_id=person.pk, is_enabled=False, actor_id=owner().pk, at=NOW)
    assert client.get("/app/init").status_code == 401
    assert not Membership.objects.get(user_id=person.user_id).is_active
    assert not UserSession.objects.filter(user_id=person.user_id, ended_at__isnull=True).exists()
    team.set_status(member_id=person.pk, is_enabled=True, actor_id=owner().pk, at=NOW)
    assert UserAvatar.objects.get(pk=person.pk).status == "active"
    assert Membership.objects.get(user_id=person.user_id).is_active
    assert client.get("/app/init").status_code == 401, "the old session must not come alive again"
    assert browser_of(client_for, person).get("/app/init").status_code == 200


def test_disabling_twice_is_once() -> None:
    person = make_person("Ana")
    for _ in range(2):
        team.set_status(member_id=person.pk, is_enabled=False, actor_id=owner().pk, at=NOW)
    assert AuditLog.objects.filter(entity_id=person.pk, action="user_avatar.disabled").count() == 1


def test_a_guide_is_toggled_or_set() -> None:
    person = make_person("Ana")
    for wanted, result in ((None, True), (None, False), (True, True), (True, True), (False, False)):
        team.toggle_guide(member_id=person.pk, actor_id=owner().pk, at=NOW, is_guide=wanted)
        person.refresh_from_db()
        assert person.is_guide is result
    agent = make_person("Agent", "reseller_agent")
    with pytest.raises(Invalid):
        team.toggle_guide(member_id=agent.pk, actor_id=owner().pk, at=NOW)


def test_guides_are_assigned_all_or_none() -> None:
    ana, ben = make_person("Ana"), make_person("Ben")
    with pytest.raises(MemberNotFound):
        team.assign_guides(member_ids=[ana.pk, 999_999], actor_id=owner().pk, at=NOW)
    ana.refresh_from_db()
    assert not ana.is_guide
    team.assign_guides(member_ids=[ben.pk, ana.pk, ana.pk], actor_id=owner().pk, at=NOW)
    assert set(UserAvatar.objects.filter(is_guide=True)) == {ana, ben}


def test_a_suppressed_address_is_cleared_and_a_new_one_begins_clean() -> None:
    person = make_person("Ana")
    team.suppress(member_id=person.pk, email="other@reef.example", at=NOW)
    person.refresh_from_db()
    assert not person.is_email_suppressed, "another address bounced"
    team.suppress(member_id=person.pk, email=person.email, at=NOW)
    person.refresh_from_db()
    assert person.is_email_suppressed
    team.clear_suppression(member_id=person.pk, actor_id=owner().pk, at=NOW)
    person.refresh_from_db()
    assert not person.is_email_suppressed
    team.suppress(member_id=person.pk, email=person.email, at=NOW)
    assert not save(person, owner(), email="new@reef.example").is_email_suppressed


def test_what_one_hides_is_ones_own() -> None:
    me = owner()
    team.hide(member_id=me.pk, at=NOW, is_hide_setup_tasks=True)
    team.hide(member_id=me.pk, at=NOW, is_hide_call_alerts=True)
    me.refresh_from_db()
    assert (me.is_hide_setup_tasks, me.is_hide_call_alerts) == (True, True)
