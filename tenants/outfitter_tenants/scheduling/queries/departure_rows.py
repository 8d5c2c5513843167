"""Rows that lists above this app are made of: departures, resources and their uses."""

from django.db.models import QuerySet

from outfitter_tenants.scheduling.models import BookingResource, Resource, Timeslot


def departures() -> "QuerySet[Timeslot]":
    """Return all departures with their experience."""
    return Timeslot.objects.select_related("experience")


def fleet() -> "QuerySet[Resource]":
    """Return all resources with their group, retired ones too."""
    return Resource.objects.select_related("group")


def resource_uses() -> "QuerySet[BookingResource]":
    """Return what serves departures that were sold, without what a cart sets aside."""
    rows = BookingResource.objects.select_related("resource__group", "timeslot__experience")
    return rows.filter(hold__isnull=True).exclude(timeslot__status="cancelled")
