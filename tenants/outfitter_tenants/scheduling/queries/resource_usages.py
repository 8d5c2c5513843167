"""Reads of resource usages for those who set them up."""

from django.db import connection

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.queries.resource_claims import usages_of
from outfitter_tenants.scheduling.rules.resource_needs import Usage


def list_usages(*, experience_id: int) -> list[Usage]:
    """
    Return what a booking of an experience needs, in order.

    :raises ExperienceNotFound: there is no such experience
    """
    catalog.get_experience(experience_id=experience_id)
    return usages_of(experience_ids=[experience_id]).get(experience_id, [])


def addons_of(*, experience_id: int) -> set[int]:
    """Return the add-ons of an experience."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM catalog_experienceaddon WHERE experience_id = %s", [experience_id])
        return {row[0] for row in cursor.fetchall()}
