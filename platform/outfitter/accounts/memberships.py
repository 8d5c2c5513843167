"""Writes of the account chooser's map: who has an avatar where (domain.md 3.1)."""

from outfitter.accounts.models import Account, Membership


def join(*, user_id: int, schema_name: str, avatar_id: int, kind: str) -> None:
    """Note that a user has an active avatar at the operator of a schema; safe to repeat."""
    Membership.objects.update_or_create(
        user_id=user_id,
        account=Account.objects.get(schema_name=schema_name),
        defaults={"user_avatar_id": avatar_id, "kind": kind, "is_active": True},
    )


def sync_membership(*, user_id: int, schema_name: str, kind: str, is_active: bool) -> None:
    """Bring the map up to date with an avatar that changed."""
    rows = Membership.objects.filter(user_id=user_id, account__schema_name=schema_name)
    rows.update(kind=kind, is_active=is_active)


def leave(*, user_id: int, schema_name: str) -> None:
    """Forget that a user had an avatar at the operator of a schema."""
    Membership.objects.filter(user_id=user_id, account__schema_name=schema_name).delete()
