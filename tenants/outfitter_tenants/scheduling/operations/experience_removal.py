"""Takes an experience back with all its times, as long as nobody has booked any of them."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import ProtectedError, Q

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import removal
from outfitter_tenants.scheduling.models import ExperienceDate, ExperienceTimeslot, Timeslot

_TAKEN: Final = Q(booked_pax_cnt__gt=0) | Q(held_pax_cnt__gt=0)


class ExperienceInUse(DomainError):
    """Somebody booked it, or something was built on it: it is archived instead."""

    code = "experience_in_use"
    status = 409


def delete_unsold(*, experience_id: int, at: datetime) -> None:
    """
    Delete an experience, its rules, days and departures.

    :raises ExperienceNotFound: there is no such experience
    :raises ExperienceInUse: guests are or were booked on it, or something else refers to it
    """
    with atomic():
        catalog.lock_experience(experience_id=experience_id)
        slots = Timeslot.objects.filter(experience_id=experience_id)
        is_gone = not slots.filter(_TAKEN).exists()
        try:
            with transaction.atomic():
                if is_gone:
                    slots.delete()
                    ExperienceTimeslot.objects.filter(experience_id=experience_id).delete()
                    ExperienceDate.objects.filter(experience_id=experience_id).delete()
                    is_gone = removal.delete_unused(experience_id=experience_id, at=at)
        except ProtectedError:
            is_gone = False
        if not is_gone:
            raise ExperienceInUse("This experience has bookings. Archive it instead.")
