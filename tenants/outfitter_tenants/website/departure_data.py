"""
The next departures of an experience, for machines: schema.org's Event, with its seats and price.

Only what strangers could book now is told, with the same seats as the calendar shows them.
"""

from datetime import datetime, timedelta
from typing import Final

from outfitter.kit import zones
from outfitter.kit.money import Money
from outfitter.kit.picture_sizes import as_jpeg
from outfitter_tenants.calendar.queries import ExperienceDetails
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries.timeslots import TimeslotRow
from outfitter_tenants.website.site import Site

MOST: Final = 10
AHEAD: Final = timedelta(days=30)
_SCHEMA: Final = "https://schema.org/"


def departure_nodes(site: Site, details: ExperienceDetails, *, at: datetime) -> list[dict[str, object]]:
    """Return an Event for each of the next ten departures that can be booked within thirty days."""
    if details.next_date is None or details.next_date > site.today + AHEAD:
        return []
    rows = scheduling.list_timeslots(
        experience_id=details.row.id, first=details.next_date, last=site.today + AHEAD, at=at
    )
    open_rows = [row for row in rows if row.start_at > at and row.slot.is_open("online", at)]
    told = [(row, row.remaining.of("online")) for row in open_rows[: 3 * MOST]]
    return [
        _event(site, details, row, left)
        for row, left in told
        if left is None or left >= row.party("online")[0]
    ][:MOST]


def _event(site: Site, details: ExperienceDetails, row: TimeslotRow, left: int | None) -> dict[str, object]:
    zone = (details.place.time_zone if details.place else None) or site.properties.time_zone
    pictures = [site.absolute(one.url) for one in details.images[:1]]
    if not pictures and details.row.hero_image:
        pictures = [site.absolute(as_jpeg(details.row.hero_image) or "")]
    page = site.absolute(f"/experiences/{details.row.slug}")
    node = {
        "@type": "Event",
        "@id": f"{page}#departure-{row.id}",
        "identifier": str(row.id),
        "name": details.row.name,
        "description": details.row.short_description,
        "startDate": zones.to_local(row.start_at, zone).isoformat(),
        "endDate": zones.to_local(row.end_at, zone).isoformat(),
        "eventStatus": f"{_SCHEMA}EventScheduled",
        "eventAttendanceMode": f"{_SCHEMA}OfflineEventAttendanceMode",
        "inLanguage": site.reader.code,
        "image": pictures,
        "url": page,
        "location": _location(site, details),
        "organizer": {"@id": site.absolute("/#operator")},
        "about": {"@id": page},
        "remainingAttendeeCapacity": left if left is not None and left <= row.countdown_from else None,
        "offers": _offer(site, details, row, left, page),
    }
    return {name: value for name, value in node.items() if value or value == 0}


def _location(site: Site, details: ExperienceDetails) -> dict[str, object]:
    place = details.place
    said = ", ".join(line.strip() for line in details.row.meeting_point.splitlines() if line.strip())
    own = ", ".join(part.strip() for part in site.business.address.splitlines() if part.strip())
    address = ", ".join(
        part.strip() for part in (place.address if place else "").splitlines() if part.strip()
    )
    node: dict[str, object] = {
        "@type": "Place",
        "name": said or (place.name if place else site.name),
        "address": address or own or said or site.name,
    }
    if place is not None and place.lat is not None and place.lng is not None:
        node["geo"] = {"@type": "GeoCoordinates", "latitude": place.lat, "longitude": place.lng}
    return node


def _line(text: str) -> str:
    return ", ".join(part.strip() for part in text.splitlines() if part.strip())


def _offer(
    site: Site, details: ExperienceDetails, row: TimeslotRow, left: int | None, page: str
) -> dict[str, object] | None:
    lowest = row.min_price if row.min_price is not None else details.min_price
    if lowest is None:
        return None
    is_few = left is not None and left <= row.countdown_from
    return {
        "@type": "Offer",
        "price": str(Money(lowest, site.properties.currency).major),
        "priceCurrency": site.properties.currency,
        "availability": _SCHEMA + ("LimitedAvailability" if is_few else "InStock"),
        "url": page,
    }
