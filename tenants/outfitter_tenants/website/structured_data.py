"""
What pages say of themselves to machines (schema.org, as JSON-LD).

Search engines show an experience with picture and price from a Product with its offers; agents
read the trip and its operator.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from outfitter.kit.money import Money
from outfitter.kit.picture_sizes import as_jpeg
from outfitter_tenants.calendar.queries import ExperienceDetails
from outfitter_tenants.calendar.queries.experience_details import TicketPrice
from outfitter_tenants.messaging import reviews
from outfitter_tenants.website.departure_data import departure_nodes
from outfitter_tenants.website.site import Site

Node = dict[str, Any]


def home(site: Site, found: Sequence[ExperienceDetails]) -> SafeString:
    """Return the operator and the list of what it offers."""
    listed = [
        {"@type": "ListItem", "position": place, "url": experience_url(site, one), "name": one.row.name}
        for place, one in enumerate(found, start=1)
    ]
    return _script([_business(site), {"@type": "ItemList", "itemListElement": listed}])


def experience(site: Site, details: ExperienceDetails, *, at: datetime) -> SafeString:
    """Return one experience with its offers, its next departures, its operator, and the way to it."""
    trail = [
        {"@type": "ListItem", "position": 1, "name": site.name, "item": site.absolute("/")},
        {"@type": "ListItem", "position": 2, "name": details.row.name, "item": experience_url(site, details)},
    ]
    crumbs = {"@type": "BreadcrumbList", "itemListElement": trail}
    events = departure_nodes(site, details, at=at) if site.is_selling else []
    return _script([_trip(site, details), *events, _business(site), crumbs])


def _trip(site: Site, details: ExperienceDetails) -> Node:
    row = details.row
    pictures = [site.absolute(one.url) for one in details.images] or (
        [site.absolute(as_jpeg(row.hero_image) or "")] if row.hero_image else []
    )
    return _known(
        {
            "@type": ["Product", "TouristTrip"],
            "@id": experience_url(site, details),
            "name": row.name,
            "description": row.short_description or strip_tags(row.description_html),
            "image": pictures,
            "url": experience_url(site, details),
            "sku": row.sku,
            "inLanguage": site.reader.code,
            "brand": {"@type": "Brand", "name": site.name},
            "provider": {"@id": site.absolute("/#operator")},
            "offers": _offers(site, details),
            "aggregateRating": _rating(details),
        }
    )


def _rating(details: ExperienceDetails) -> Node | None:
    """Return how guests rated it, as the page itself says it; nothing where it says nothing."""
    found = reviews.public_rating(experience_id=details.row.id)
    if found is None:
        return None
    return {
        "@type": "AggregateRating",
        "ratingValue": found.average,
        "reviewCount": found.cnt,
        "bestRating": 5,
        "worstRating": 1,
    }


def _offers(site: Site, details: ExperienceDetails) -> Node | None:
    amounts = [one.amount for one in details.prices if one.amount]
    if not amounts or not site.is_selling:
        return None
    is_open = details.next_date is not None
    return {
        "@type": "AggregateOffer",
        "priceCurrency": site.properties.currency,
        "lowPrice": str(major(site, min(amounts))),
        "highPrice": str(major(site, max(amounts))),
        "offerCount": len(amounts),
        "offers": [_offer(site, details, one) for one in details.prices if one.amount],
        "availability": "https://schema.org/" + ("InStock" if is_open else "SoldOut"),
        "url": experience_url(site, details),
    }


def _offer(site: Site, details: ExperienceDetails, price: TicketPrice) -> Node:
    """Return one kind of ticket, at what it costs at least; departures may cost more."""
    is_open = details.next_date is not None
    return _known(
        {
            "@type": "Offer",
            "name": price.ticket.label or price.ticket.customer_type_name,
            "sku": str(price.ticket.id),
            "price": str(major(site, price.amount)),
            "priceCurrency": site.properties.currency,
            "availability": "https://schema.org/" + ("InStock" if is_open else "SoldOut"),
            "availabilityStarts": details.next_date.isoformat() if details.next_date else None,
            "url": experience_url(site, details),
        }
    )


def _business(site: Site) -> Node:
    logo = site.properties.logo_url
    return _known(
        {
            "@type": "LocalBusiness",
            "@id": site.absolute("/#operator"),
            "name": site.name,
            "legalName": site.business.legal_name,
            "url": site.absolute("/"),
            "telephone": site.phone,
            "email": site.properties.reply_to,
            "address": ", ".join(part.strip() for part in site.business.address.splitlines() if part.strip()),
            "logo": site.absolute(logo) if logo else None,
            "sameAs": site.business.website,
        }
    )


def experience_url(site: Site, details: ExperienceDetails) -> str:
    """Return the address of an experience's page."""
    return site.absolute(f"/experiences/{details.row.slug}")


def major(site: Site, minor: int) -> Decimal:
    """Return an amount in the operator's currency as people write it."""
    return Money(minor, site.properties.currency).major


def _known(node: Node) -> Node:
    return {name: value for name, value in node.items() if value}


def _script(nodes: Sequence[Node]) -> SafeString:
    text = json.dumps({"@context": "https://schema.org", "@graph": list(nodes)}, ensure_ascii=False)
    # Nothing in it may end the element it stands in.
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return mark_safe(safe)  # noqa: S308  # no character of markup is left in it
