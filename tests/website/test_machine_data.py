"""What machines read on public pages: complete by the rules of schema.org, and true."""

from datetime import datetime
from typing import Any

import pytest

from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.website import machine_guide
from tests.website.test_pages import get, make_dive, structured, text_of

pytestmark = pytest.mark.usefixtures("reef")
PAGE = "/experiences/night-dive"
# What search engines demand of each kind (developers.google.com/search/docs/appearance/structured-data).
REQUIRED = {
    "Product": {"name", "image", "offers"},
    "TouristTrip": {"name", "description", "provider"},
    "Event": {"name", "startDate", "location", "eventStatus", "organizer", "offers"},
    "Offer": {"price", "priceCurrency", "availability", "url"},
    "AggregateOffer": {"lowPrice", "priceCurrency", "offerCount"},
    "Place": {"name", "address"},
    "LocalBusiness": {"name", "url"},
    "BreadcrumbList": {"itemListElement"},
    "AggregateRating": {"ratingValue", "reviewCount"},
}
AVAILABLE = {f"https://schema.org/{one}" for one in ("InStock", "SoldOut", "LimitedAvailability")}


def nodes_of(found: Any) -> list[dict[str, Any]]:
    """Return every node with a kind in a graph, however deep."""
    if isinstance(found, list):
        return [node for one in found for node in nodes_of(one)]
    if not isinstance(found, dict):
        return []
    inner = [node for value in found.values() for node in nodes_of(value)]
    return [found, *inner] if "@type" in found else inner


def events_of(client: Any) -> list[dict[str, Any]]:
    return [node for node in structured(get(client, PAGE)) if node["@type"] == "Event"]


def test_every_node_has_what_is_demanded_of_it(client_for):
    make_dive(hero_image="/media/pictures/a/b.webp")
    found = nodes_of(structured(get(client_for("reef"), PAGE)))
    kinds = set()
    for node in found:
        for kind in [node["@type"]] if isinstance(node["@type"], str) else node["@type"]:
            kinds.add(kind)
            assert REQUIRED.get(kind, set()) <= node.keys(), (kind, node)
        if "availability" in node:
            assert node["availability"] in AVAILABLE
    assert {"Product", "TouristTrip", "Event", "Offer", "Place"} <= kinds


def test_a_departure_is_told_in_local_time_with_seats_and_price(client_for):
    make_dive()
    [event] = events_of(client_for("reef"))
    slot = Timeslot.objects.get()
    begins = datetime.fromisoformat(event["startDate"])
    assert begins == slot.start_at
    assert begins.utcoffset() is not None
    assert event["identifier"] == str(slot.pk)
    assert event["location"]["name"] == "Pier 4"
    assert event["offers"]["priceCurrency"] == "USD"
    assert event["offers"]["url"].endswith(PAGE)


def test_tickets_are_offers_of_their_own(client_for):
    make_dive()
    product = structured(get(client_for("reef"), PAGE))[0]
    offers = product["offers"]["offers"]
    assert [one["price"] for one in offers] == ["49.00", "29.00"]
    assert all(one["sku"] and one["name"] for one in offers)


@pytest.mark.parametrize("change", [{"status": "cancelled"}, {"status": "closed"}, {"booked_pax_cnt": 10}])
def test_what_cannot_be_booked_is_not_told(client_for, change):
    make_dive()
    Timeslot.objects.update(**change)
    assert events_of(client_for("reef")) == []


def test_assistants_find_their_way(client_for, monkeypatch):
    make_dive(name="Night [dive](https://evil.example)")
    answer = get(client_for("reef"), "/llms.txt")
    text = text_of(answer)
    assert answer["Content-Type"].startswith("text/plain")
    assert "/experiences/night-dive" in text
    assert "[dive]" not in text
    assert "/mcp" not in text
    monkeypatch.setattr(machine_guide._Tools, "path", staticmethod(lambda: "/mcp"))
    assert "/mcp" in text_of(get(client_for("reef"), "/llms.txt"))


def test_an_operator_with_nothing_on_sale_says_so(client_for):
    assert "Nothing is on sale" in text_of(get(client_for("reef"), "/llms.txt"))
    assert Properties.objects.exists()
