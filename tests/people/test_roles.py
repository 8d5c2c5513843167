"""Roles of the operator's own: make, change, copy, delete."""

from typing import Any

import pytest

from outfitter.kit.errors import Forbidden, Invalid, StaleVersion
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.operations import roles
from outfitter_tenants.people.queries import RoleNotFound
from outfitter_tenants.people.rules import AboveYou, OwnRole
from tests.support.team import NOW, make_colleague, make_person, make_role, owner, role

pytestmark = pytest.mark.usefixtures("reef")


def save(actor: UserAvatar | None = None, **given: Any) -> Role:
    values = {"name": "Dock", "permissions": ["manifest.view"], "scope": "all", **given}
    role_id = roles.save_role(actor_id=(actor or owner()).pk, at=NOW, **values)
    return Role.objects.get(pk=role_id)


def test_a_new_role() -> None:
    made = save(permissions=["trip.view", "manifest.view", "trip.view"])
    assert (made.slug, made.permissions, made.is_system, made.version) == (
        "dock",
        ["manifest.view", "trip.view"],
        False,
        1,
    )
    log = AuditLog.objects.get(action="role.created")
    assert log.after == {
        "name": "Dock",
        "permissions": ["manifest.view", "trip.view"],
        "scope": "all",
        "max_manual_discount_ppm": None,
    }


def test_names_are_unique_and_slugs_free() -> None:
    save(name="Dock crew")
    with pytest.raises(Invalid):
        save(name="dock CREW")
    assert save(name="Dock, crew").slug == "dock_crew_2"
    assert save(name="岸").slug == "role"


def test_a_change_follows_the_version() -> None:
    made = save()
    changed = save(role_id=made.pk, version=1, permissions=["manifest.view", "trip.view"])
    assert changed.version == 2
    with pytest.raises(StaleVersion):
        save(role_id=made.pk, version=1, permissions=[])
    again = save(role_id=made.pk, version=2, permissions=["trip.view", "manifest.view"])
    assert again.version == 2, "nothing changed"


@pytest.mark.parametrize("slug", ["owner", "manager", "guide"])
def test_built_in_roles_are_copied_not_changed(slug: str) -> None:
    with pytest.raises(roles.RoleIsBuiltIn):
        save(role_id=role(slug).pk)
    with pytest.raises(roles.RoleIsBuiltIn):
        roles.delete_role(role_id=role(slug).pk, actor_id=owner().pk, at=NOW)
    copied = roles.clone_role(role_id=role(slug).pk, name="Copy", actor_id=owner().pk, at=NOW)
    copy = Role.objects.get(pk=copied)
    assert (copy.permissions, copy.scope, copy.is_system) == (
        sorted(role(slug).permissions),
        role(slug).scope,
        False,
    )


def test_a_copy_takes_off_no_more_by_hand_than_its_original() -> None:
    made = save(max_manual_discount_ppm=100_000)
    copied = roles.clone_role(role_id=made.pk, name="Copy", actor_id=owner().pk, at=NOW)
    assert Role.objects.get(pk=copied).max_manual_discount_ppm == 100_000
    save(role_id=made.pk, max_manual_discount_ppm=50_000)
    log = AuditLog.objects.filter(action="role.changed").get()
    assert log.after == {"max_manual_discount_ppm": 50_000}


def test_nobody_makes_more_than_they_are() -> None:
    manager = make_person("Max", "manager")
    with pytest.raises(AboveYou):
        save(manager, permissions=["setup.bank"])
    with pytest.raises(AboveYou):
        roles.clone_role(role_id=role("owner").pk, name="Mine", actor_id=manager.pk, at=NOW)
    above = make_role("bank", "setup.bank")
    with pytest.raises(AboveYou):
        save(manager, role_id=above.pk, permissions=["manifest.view"])
    with pytest.raises(AboveYou):
        roles.delete_role(role_id=above.pk, actor_id=manager.pk, at=NOW)


def test_nobody_changes_their_own_role() -> None:
    own = make_role("hr", "team.manage", "setup.team", "manifest.view")
    me = make_person("Me", role=own)
    with pytest.raises(OwnRole):
        save(me, role_id=own.pk, permissions=["team.manage"])
    with pytest.raises(OwnRole):
        roles.delete_role(role_id=own.pk, actor_id=me.pk, at=NOW, move_to=role("guide").pk)


def test_who_may_not_manage_may_not() -> None:
    for slug in ("reservations_agent", "analyst", "guide", "reseller_agent"):
        with pytest.raises(Forbidden):
            save(make_person(slug.title(), slug))


@pytest.mark.parametrize(
    ("given", "field"),
    [({"name": "  "}, "name"), ({"permissions": ["trip.fly"]}, "permissions"), ({"name": "Owner"}, "name")],
)
def test_what_is_no_role(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        save(**given)
    assert field in refused.value.detail["fields"]  # type: ignore[operator]


def test_a_role_in_use_needs_another_for_its_people() -> None:
    made = make_role("dock", "manifest.view")
    ana = make_colleague("Ana", role=made)
    with pytest.raises(roles.RoleInUse) as refused:
        roles.delete_role(role_id=made.pk, actor_id=owner().pk, at=NOW)
    assert refused.value.detail == {"people_cnt": 1}
    for wrong in (made.pk, role("guide").pk):
        with pytest.raises(Invalid):
            roles.delete_role(role_id=made.pk, move_to=wrong, actor_id=owner().pk, at=NOW)
    with pytest.raises(RoleNotFound):
        roles.delete_role(role_id=made.pk, move_to=999_999, actor_id=owner().pk, at=NOW)
    target = role("reservations_agent").pk
    roles.delete_role(role_id=made.pk, move_to=target, actor_id=owner().pk, at=NOW)
    ana.refresh_from_db()
    assert (ana.role.slug, ana.version) == ("reservations_agent", 2)
    assert not Role.objects.filter(slug="dock").exists()
    assert AuditLog.objects.get(action="role.deleted").after == {"people_cnt": 1, "moved_to": target}


def test_what_a_role_shows_makes_its_people() -> None:
    made = save(scope="all")
    ana = make_colleague("Ana", role=made)
    save(role_id=made.pk, scope="assigned")
    ana.refresh_from_db()
    assert ana.kind == "guide"
    with pytest.raises(Invalid):
        save(role_id=made.pk, scope="reseller")
