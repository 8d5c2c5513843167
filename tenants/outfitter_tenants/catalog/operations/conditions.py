"""Writes of the deposit that an experience asks for, and of its cancellation policy."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import StaleVersion
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.operations.audit_entries import record_change


def save_conditions(
    *,
    experience_id: int,
    deposit: Mapping[str, object],
    cancellation_policy_id: int | None,
    at: datetime,
    version: int | None = None,
) -> None:
    """
    Give an experience a deposit and a policy of its own; empty and None: the operator's.

    What is booked keeps what it was booked under. Whoever calls has checked both: they are
    pricing's.

    :raises ExperienceNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    """
    with atomic():
        row = queries.lock_experience(experience_id=experience_id)
        if version is not None and version != row.version:
            raise StaleVersion("Someone changed this experience in the meantime.", version=row.version)
        before = {"deposit": row.deposit, "cancellation_policy_id": row.cancellation_policy_id}
        after = {"deposit": dict(deposit), "cancellation_policy_id": cancellation_policy_id}
        if record_change(entity_type="experience", entity_id=row.pk, before=before, after=after, at=at):
            row.deposit, row.cancellation_policy_id = after["deposit"], cancellation_policy_id
            row.version += 1
            row.save(update_fields=["deposit", "cancellation_policy_id", "version"])
