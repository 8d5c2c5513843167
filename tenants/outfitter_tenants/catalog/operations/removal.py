"""Takes back an experience that nobody has built on: what a file brought in by mistake."""

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Experience


def delete_unused(*, experience_id: int, at: datetime) -> bool:
    """
    Delete an experience with its tickets; False when something refers to it, and it stays.

    In the caller's transaction.

    :raises ExperienceNotFound: there is none
    """
    row = queries.lock_experience(experience_id=experience_id)
    before = {"name": row.name, "slug": row.slug, "sku": row.sku}
    try:
        with transaction.atomic():
            Experience.objects.filter(pk=experience_id).delete()
    except ProtectedError:
        return False
    record(
        entity_type="experience", entity_id=experience_id, action="experience.deleted", at=at, before=before
    )
    outbox.publish(
        "experience.changed", at=at, experience_id=experience_id, status="archived", changed=["status"]
    )
    return True
