"""Writes of partners and their terms."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import F

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.resellers import queries, restriction_port
from outfitter_tenants.resellers.models import Reseller, ResellerTerm

TERM: Final = ("experience_id", "is_hidden", "commission_ppm", "commission_amount", "wholesale_ppm")


def create_reseller(*, values: Mapping[str, object], currency: str, at: datetime) -> int:
    """
    Add a partner; returns their id.

    :raises Invalid: one has this name already
    """
    with atomic():
        _check_name(str(values["name"]), None)
        row = Reseller.objects.create(**values, currency=currency, created_at=at)
        record(entity_type="reseller", entity_id=row.pk, action="reseller.created", at=at, after=dict(values))
    return row.pk


def change_reseller(
    *, reseller_id: int, values: Mapping[str, object], at: datetime, version: int | None = None
) -> None:
    """
    Change what is said of a partner; recorded only when something differs.

    :raises ResellerNotFound: there is none
    :raises StaleVersion: somebody changed them since `version`
    :raises Invalid: another one has this name, or this promo code; or nothing new goes under this restriction
    """
    with atomic():
        row = lock_version(reseller_id=reseller_id, version=version)
        # Who comes back has to have a name of their own again.
        is_back = row.status == "archived" and values.get("status", "archived") != "archived"
        check_unique(row=row, values={"name": row.name, **values} if is_back else values)
        before = {name: getattr(row, name) for name in values}
        changed = {name: value for name, value in values.items() if before[name] != value}
        if not changed:
            return
        _check_restriction(changed.get("restriction_id"))
        Reseller.objects.filter(pk=row.pk).update(**changed, version=F("version") + 1)
        record(
            entity_type="reseller",
            entity_id=row.pk,
            action=action_of(changed),
            at=at,
            before={name: before[name] for name in changed},
            after=changed,
        )


def action_of(changed: Mapping[str, object]) -> str:
    """Return what the log calls a change: who is put away or sells again is found by that name."""
    named = {"archived": "reseller.archived", "active": "reseller.activated"}
    return named.get(str(changed.get("status", "")), "reseller.changed")


def set_terms(
    *, reseller_id: int, terms: Sequence[Mapping[str, Any]], at: datetime, version: int | None = None
) -> None:
    """
    Make these the terms of a partner by experience; those not named go.

    :raises ResellerNotFound: there is none
    :raises StaleVersion: somebody changed them since `version`
    """
    with atomic():
        row = lock_version(reseller_id=reseller_id, version=version)
        before = list(row.terms.order_by("experience_id").values(*TERM))
        after = sorted((dict(term) for term in terms), key=lambda one: one["experience_id"])
        if before == after:
            return
        row.terms.all().delete()
        ResellerTerm.objects.bulk_create(ResellerTerm(reseller=row, **term) for term in after)
        Reseller.objects.filter(pk=row.pk).update(version=F("version") + 1)
        record(
            entity_type="reseller",
            entity_id=row.pk,
            action="reseller.changed",
            at=at,
            before={"terms": before},
            after={"terms": after},
        )


def lock_version(*, reseller_id: int, version: int | None) -> Reseller:
    """
    Return a partner, locked.

    :raises ResellerNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    """
    row = queries.lock_reseller(reseller_id=reseller_id)
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this reseller in the meantime.", version=row.version)
    return row


def check_unique(*, row: Reseller, values: Mapping[str, object]) -> None:
    """
    Refuse a name or a promo code that another partner has.

    :raises Invalid: one has it
    """
    if "name" in values:
        _check_name(str(values["name"]), row.pk)
    code = values.get("promo_link_code")
    if code and Reseller.objects.filter(promo_link_code__iexact=code).exclude(pk=row.pk).exists():
        raise Invalid({"promo_link_code": ["Another reseller has this code."]})


def _check_restriction(restriction_id: object) -> None:
    """Refuse terms that the catalog does not have, or has put away; who archives them waits for us."""
    if isinstance(restriction_id, int) and not restriction_port.lock_restriction(restriction_id):
        raise Invalid({"restriction_id": ["There are no such terms."]})


def _check_name(name: str, reseller_id: int | None) -> None:
    if not name.strip():
        raise Invalid({"name": ["Give it a name."]})
    same = Reseller.objects.filter(name__iexact=name.strip()).exclude(status="archived")
    if reseller_id is not None:
        same = same.exclude(pk=reseller_id)
    if same.exists():
        raise Invalid({"name": ["This name is already in use."]})
