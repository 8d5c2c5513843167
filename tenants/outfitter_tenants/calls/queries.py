"""Reads of calls."""

from datetime import datetime, timedelta
from typing import Final, TypedDict

from django.db.models import Count, Q, QuerySet

from outfitter.kit.errors import NotFound
from outfitter_tenants.calls.models import Call, CallSettings
from outfitter_tenants.calls.phone_numbers import labels_of

MOST_OF_ONE: Final = 100
MOST_NUMBERS: Final = 500


class CallNotFound(NotFound):
    """No such call here."""


class NumberCount(TypedDict):
    """A number with the name staff know it by, and how many calls it has."""

    number: str
    label: str | None
    trip_source_id: int | None
    cnt: int


def get_call(*, call_id: int) -> Call:
    """
    Return one call.

    :raises CallNotFound: there is none
    """
    row = Call.objects.filter(pk=call_id).first()
    if row is None:
        raise CallNotFound("Call not found.")
    return row


def lock_call(*, call_id: int) -> Call:
    """
    Lock one call for a change; after its trip and its customer, where those are locked at all.

    :raises CallNotFound: there is none
    """
    row = Call.objects.select_for_update().filter(pk=call_id).first()
    if row is None:
        raise CallNotFound("Call not found.")
    return row


def whole() -> "QuerySet[Call]":
    """Return the calls as people count them: what two providers told of one is one."""
    return Call.objects.filter(part_of_id__isnull=True)


def list_of_trip(*, trip_id: int) -> list[Call]:
    """Return the calls about a trip, the newest first."""
    return list(whole().filter(trip_id=trip_id).order_by("-started_at", "-pk")[:MOST_OF_ONE])


def list_of_customer(*, customer_id: int) -> list[Call]:
    """Return the calls with a customer, the newest first."""
    return list(whole().filter(customer_id=customer_id).order_by("-started_at", "-pk")[:MOST_OF_ONE])


def list_parts(*, call_id: int) -> list[Call]:
    """Return what other providers told of a call."""
    return list(Call.objects.filter(part_of_id=call_id).order_by("pk"))


def count_numbers(*, field: str) -> list[NumberCount]:
    """Return the numbers in one column of the calls, the most frequent first, at most 500."""
    counted = whole().exclude(**{field: ""}).values_list(field).annotate(cnt=Count("pk"))
    rows = list(counted.order_by("-cnt", field)[:MOST_NUMBERS])
    known = labels_of(numbers=[number for number, _ in rows])
    return [
        {
            "number": number,
            "label": known[number].label or None if number in known else None,
            "trip_source_id": known[number].trip_source_id if number in known else None,
            "cnt": cnt,
        }
        for number, cnt in rows
    ]


def get_settings() -> CallSettings:
    """Return how calls are kept here."""
    return CallSettings.objects.filter(pk=1).first() or CallSettings(pk=1)


def with_number(number: str) -> Q:
    """Return the condition that a number (E.164) is one of a call's two."""
    return Q(caller_number=number) | Q(destination_number=number)


def outside(number: str) -> Q:
    """Return the condition that a number (E.164) is of whoever is not the operator."""
    return Q(caller_number=number, direction="inbound") | Q(destination_number=number, direction="outbound")


def last_before(
    *,
    trip_id: int,
    number: str,
    customer_id: int | None,
    span: tuple[datetime, datetime],
    is_inbound: bool = False,
) -> Call | None:
    """
    Return the last call in a span of time that was about a trip, with a customer or with a number.

    Calls that nobody took count where somebody rang us (`is_inbound`: those alone), not where we did.
    """
    whose = Q(trip_id=trip_id)
    if number:
        whose |= outside(number)
    if customer_id is not None:
        whose |= Q(customer_id=customer_id)
    meant = Q(direction="inbound") if is_inbound else Q(direction="inbound") | Q(answered_at__isnull=False)
    return whole().filter(whose, meant, started_at__range=span).order_by("-started_at", "-pk").first()


def is_past_keeping(started_at: datetime, *, at: datetime) -> bool:
    """Return whether recordings and transcripts of that time are kept here no longer."""
    days = get_settings().recording_days
    return days is not None and started_at < at - timedelta(days=days)
