"""What people change about themselves, and what the operator demands of how they sign in."""

from typing import Final, Literal, cast, get_args

from outfitter.db.configuration import configuration_read
from outfitter_tenants.people.models import Properties, UserAvatar

SecondFactorFor = Literal["nobody", "owners", "everybody"]
POLICIES: Final = get_args(SecondFactorFor)


@configuration_read
def second_factor_for() -> SecondFactorFor:
    """Return who must sign in with a second factor here."""
    found = Properties.objects.filter(pk=1).values_list("second_factor_for", flat=True).first()
    return cast(SecondFactorFor, found or "nobody")


def set_second_factor_for(wanted: SecondFactorFor) -> SecondFactorFor:
    """Say who must sign in with a second factor here; returns what held before."""
    row = Properties.objects.select_for_update(of=("self",)).get(pk=1)
    before = cast(SecondFactorFor, row.second_factor_for)
    row.second_factor_for = wanted
    row.save(update_fields=["second_factor_for"])
    return before


def list_second_factors() -> list[tuple[int, str, str, int]]:
    """Return (id, name, role's slug, user id) of the active people here, by name."""
    rows = UserAvatar.objects.filter(status="active", user_id__isnull=False)
    found = rows.order_by("name", "id").values_list("pk", "name", "role__slug", "user_id")
    return [(pk, name, role, user_id or 0) for pk, name, role, user_id in found]


def own_facts(*, avatar_id: int) -> dict[str, str | None]:
    """Return name, phone and colour of a person."""
    row = UserAvatar.objects.only("name", "phone", "color").get(pk=avatar_id)
    return {"name": row.name, "phone": row.phone, "color": row.color}


def save_own(*, avatar_id: int, name: str, phone: str | None, color: str) -> dict[str, str | None]:
    """Change what a person may change of themselves; returns what it was before."""
    row = UserAvatar.objects.select_for_update(of=("self",)).get(pk=avatar_id)
    before = {"name": row.name, "phone": row.phone, "color": row.color}
    row.name, row.phone, row.color = name, phone, color
    row.version += 1
    row.save(update_fields=["name", "phone", "color", "version"])
    return before


def follow_locale(*, user_id: int, locale: str) -> None:
    """Write to a person here in the language they chose for themselves."""
    UserAvatar.objects.filter(user_id=user_id).update(locale=locale)


def follow_email(*, user_id: int, old: str, new: str) -> int | None:
    """Move a person's address here with their login's; returns their id when it did."""
    row = UserAvatar.objects.filter(user_id=user_id, email=old).first()
    if row is None:
        return None
    UserAvatar.objects.filter(pk=row.pk).update(email=new)
    return row.pk
