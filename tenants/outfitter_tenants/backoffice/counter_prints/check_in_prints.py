"""Tickets that come out by themselves when somebody checks in (ADR 143)."""

import logging
from collections.abc import Collection
from datetime import datetime
from typing import Final

from outfitter.kit.errors import DomainError
from outfitter_tenants.backoffice.counter_prints.papers import choice_of
from outfitter_tenants.checkout.printouts.slips.trip_papers import TripPaper, slips_of_trip
from outfitter_tenants.devices.print_queue import encoders, print_jobs, print_routes

log = logging.getLogger(__name__)
# What guests carry along.
_PAPERS: Final[tuple[TripPaper, ...]] = ("ticket", "label")


def print_after_check_in(
    *, trip_id: int, booking_ids: Collection[int], location_id: int | None, at: datetime
) -> int:
    """
    Queue the tickets and labels of guests who came, where they come out of a device at this place.

    Returns how many pieces of paper; 0 where there is no such printer. QZ Tray and browsers print for
    people who sit there. A check-in stands, whatever becomes of its paper.
    """
    papers = 0
    for kind in _PAPERS if booking_ids else ():
        route = print_routes.find_route(kind=kind, location_id=location_id)
        if route is None or route.via != "device":
            continue
        try:
            made = slips_of_trip(
                trip_id=trip_id, kind=kind, choice=choice_of(kind), at=at, booking_ids=booking_ids
            )
        except DomainError as problem:
            log.warning("nothing was printed after a check-in: %s", problem.code)
            continue
        payload = encoders.encode(made.slips, print_routes.target_of(route))
        print_jobs.create_on(route=route, title=made.title, payload=payload, at=at)
        papers += len(made.slips)
    return papers
