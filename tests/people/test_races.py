"""Two people at once, in real transactions."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import close_old_connections, connection

from outfitter.kit.errors import DomainError, Forbidden, Invalid
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.people.operations import invitations, team
from outfitter_tenants.people.queries import invitation_token
from tests.support import database
from tests.support.team import NOW, make_person, owner, role

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(schema: str, jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run jobs at the same moment in threads with connections of their own."""
    gate = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        close_old_connections()
        connection.set_schema(schema)  # type: ignore[attr-defined]
        try:
            gate.wait(timeout=60)
            return job()
        except DomainError as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


@pytest.mark.parametrize("how", ["demote", "disable"])
def test_two_owners_end_each_other(reef: Any, how: str) -> None:
    first, second = owner(), make_person("Second", "owner")
    manager = role("manager").pk

    def end(actor: UserAvatar, target: UserAvatar) -> Callable[[], None]:
        if how == "disable":
            return lambda: team.set_status(member_id=target.pk, is_enabled=False, actor_id=actor.pk, at=NOW)
        return lambda: team.save_member(
            member_id=target.pk,
            values={"role_id": manager},
            version=target.version,
            actor_id=actor.pk,
            at=NOW,
        )

    results = at_once(reef.schema_name, [end(first, second), end(second, first)])
    assert sorted(isinstance(result, Forbidden) for result in results) == [False, True], results
    assert UserAvatar.objects.filter(role__slug="owner", status="active").count() == 1


def test_one_address_is_invited_once(reef: Any) -> None:
    invitee = invitations.Invitee("Ana", "ana@guests.example", role_id=role("manager").pk)
    actor_id = owner().pk
    jobs = [lambda: invitations.invite(invitee=invitee, actor_id=actor_id, at=NOW)] * 6
    results = at_once(reef.schema_name, jobs)
    assert sum(isinstance(result, Invalid) for result in results) == 5, results
    assert UserAvatar.objects.filter(email="ana@guests.example").count() == 1


def test_one_link_is_accepted_once(reef: Any) -> None:
    invitee = invitations.Invitee("Ana", "ana@guests.example", role_id=role("manager").pk)
    avatar_id = invitations.invite(invitee=invitee, actor_id=owner().pk, at=NOW)
    token = invitation_token(avatar_id=avatar_id, invited_at=NOW)

    def accept() -> int:
        return invitations.accept_new(
            token=token, first_name="A", last_name="B", password=database.PASSWORD, locale="en", at=NOW
        )

    results = at_once(reef.schema_name, [accept] * 4)
    refused = [result for result in results if isinstance(result, DomainError)]
    assert len(refused) == 3, results
    assert {type(result) for result in refused} <= {invitations.InvitationUsed, invitations.LoginExists}
