"""Writes of the secrets that addresses of experiences' calendar feeds are made of."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit import ids
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries


def rotate_feed(*, experience_id: int, at: datetime) -> str:
    """
    Give an experience's feed new addresses, or its first; old ones lead nowhere any more.

    :raises ExperienceNotFound: there is none
    """
    secret = ids.public_hash()
    _set(experience_id, secret, "experience.feed_rotated", at)
    return secret


def stop_feed(*, experience_id: int, at: datetime) -> None:
    """
    Let no calendar program read an experience's departures.

    :raises ExperienceNotFound: there is none
    """
    _set(experience_id, None, "experience.feed_stopped", at)


def _set(experience_id: int, secret: str | None, action: str, at: datetime) -> None:
    with atomic():
        row = queries.lock_experience(experience_id=experience_id)
        if row.ical_hash == secret:
            return
        row.ical_hash = secret
        row.save(update_fields=["ical_hash"])
        # The secret itself stays out of the log.
        record(entity_type="experience", entity_id=row.pk, action=action, at=at)
