"""People of an operator in the roles a test needs."""

from datetime import UTC, datetime
from typing import Any

from django.test import Client

from outfitter.accounts import memberships
from outfitter.accounts import operations as accounts
from outfitter.accounts.models import User
from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.people.rules import kind_of
from tests.support import database
from tests.support.owner_client import begin_session

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


def role(slug: str) -> Role:
    """Return a built-in role."""
    return Role.objects.get(slug=slug)


def owner() -> UserAvatar:
    """Return the operator's first owner."""
    return UserAvatar.objects.filter(role__slug="owner").order_by("pk").first()  # type: ignore[return-value]


def make_role(slug: str, *codes: str, scope: str = "all") -> Role:
    """Return a role of the operator's own."""
    return Role.objects.create(slug=slug, name=slug.title(), permissions=list(codes), scope=scope)


def make_person(name: str, role_slug: str = "manager", **given: Any) -> UserAvatar:
    """Return an active person without a login."""
    its = given.pop("role", None) or role(role_slug)
    values = {"email": f"{name.lower()}@reef.example", "kind": kind_of(its.scope), **given}
    return UserAvatar.objects.create(name=name, role=its, **values)


def make_login(email: str, *, password: str = database.PASSWORD) -> User:
    """Return a login of the platform that belongs to nobody's team."""
    return accounts.create_user(email=email, password=password, first_name="Some", last_name="Body", at=NOW)


def make_colleague(name: str, role_slug: str = "manager", **given: Any) -> UserAvatar:
    """Return an active person who can sign in with the tests' password."""
    person = make_person(name, role_slug, **given)
    user = make_login(person.email)
    UserAvatar.objects.filter(pk=person.pk).update(user_id=user.pk)
    memberships.join(user_id=user.pk, schema_name=current_schema(), avatar_id=person.pk, kind=person.kind)
    person.refresh_from_db()
    return person


def browser_of(client_for: Any, person: UserAvatar, slug: str = "reef") -> Client:
    """Return a browser in which a colleague is signed in."""
    client: Client = client_for(slug)
    begin_session(client, person.email, f"t_{slug}")
    return client
