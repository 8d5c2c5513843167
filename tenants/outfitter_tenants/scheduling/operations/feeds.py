"""Writes of the secrets that addresses of resources' calendar feeds are made of."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling.models import Resource
from outfitter_tenants.scheduling.queries.resources import UnknownResource


def rotate_resource_feed(*, resource_id: int, at: datetime) -> str:
    """
    Give a resource's feed new addresses; the old ones lead nowhere any more.

    :raises UnknownResource: there is none
    """
    with atomic():
        row = Resource.objects.select_for_update().filter(pk=resource_id).first()
        if row is None:
            raise UnknownResource("Resource not found.")
        row.ical_hash = ids.public_hash()
        row.save(update_fields=["ical_hash"])
        # The secret itself stays out of the log.
        record(entity_type="resource", entity_id=row.pk, action="resource.feed_rotated", at=at)
    return row.ical_hash
