"""What guests sign in these tests: a family's kayak tour with one waiver for everybody."""

import base64
import io
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from PIL import Image, ImageDraw

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.trips.models import Booking, Trip
from outfitter_tenants.waivers import operations
from tests.support.add_ons import sell
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer

TEXT = [{"locale": "en", "body_html": "<p>Water is <strong>wet</strong>.</p>"}]


def drawn(*, size: tuple[int, int] = (400, 160), is_blank: bool = False) -> str:
    """Return a signature as a browser sends it."""
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    if not is_blank:
        ImageDraw.Draw(picture).line([(10, 20), (200, 120), (380, 30)], fill=(0, 0, 0, 255), width=4)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def template(**values: Any) -> int:
    """Make a template that everybody signs unless told otherwise; returns its id."""
    usual = {
        "name": "Risks",
        "kind": "any",
        "locale": "en",
        "requires": [],
        "valid_days": 365,
        "is_reusable": True,
        "is_active": True,
        "texts": TEXT,
        "questions": [],
    }
    return operations.save_template(values={**usual, **values}, template_id=None, version=None, at=utc_now())


@dataclass(frozen=True)
class Tour:
    """A tour whose adults and children sign one waiver."""

    offer: Offer
    template_id: int

    def book(self, *, adults: int = 1, children: int = 0) -> int:
        """Book a party; returns the trip's id."""
        return sell(self.offer, adults=adults, children=children)


@pytest.fixture
def tour(reef: Any) -> Tour:
    """A tour whose guests sign."""
    offer = make_offer()
    kinds = ExperienceCustomerType.objects.filter(experience_id=offer.experience_id)
    kinds.filter(pk=offer.adult).update(requires_waiver="adult")
    kinds.filter(pk=offer.child).update(requires_waiver="minor")
    made = template()
    operations.set_experience_waivers(experience_id=offer.experience_id, template_ids=[made], at=utc_now())
    return Tour(offer, made)


def hash_of(trip_id: int) -> str:
    """Return the hash a customer's link carries."""
    return Trip.objects.get(pk=trip_id).hash


def guests_of(trip_id: int) -> list[Booking]:
    """Return the guests of a trip in their order."""
    return list(Booking.objects.filter(trip_order__trip_id=trip_id).order_by("position", "id"))


def states_of(trip_id: int) -> list[str]:
    """Return how far the guests of a trip are, in their order."""
    return [one.waiver_state for one in guests_of(trip_id)]


class Signer:
    """Somebody with a browser and the words to sign."""

    def __init__(self, client: Any, tour: Tour) -> None:
        self.client, self.tour = client, tour

    def body(self, **values: Any) -> dict[str, Any]:
        """Return a request that is all right, changed as told."""
        usual = {
            "template_version": 1,
            "locale": "en",
            "signer": {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"},
            "signature_png_base64": drawn(),
            "consent_at": (utc_now() - timedelta(seconds=5)).isoformat(),
        }
        return {**usual, **values}

    def post(self, template_id: int | None = None, headers: Any = None, **values: Any) -> Any:
        """Sign; returns the answer as it is."""
        path = f"/api/waiver/{self.tour.template_id if template_id is None else template_id}/sign"
        return self.client.post(
            path, json.dumps(self.body(**values)), content_type="application/json", headers=headers or {}
        )

    def done(self, **values: Any) -> dict[str, Any]:
        """Sign, which has to succeed; returns what was kept."""
        answer = self.post(**values)
        assert answer.status_code == 200, answer.content[:800]
        return dict(answer.json()["waiver"])


@pytest.fixture
def signer(tour: Tour, client_for: Any) -> Signer:
    """A guest with a phone."""
    return Signer(client_for("reef"), tour)


@pytest.fixture
def office(tour: Tour, client_for: Any) -> Any:
    """The owner at a desk, who can post and get JSON."""
    client = owner_of(client_for)

    class Office:
        def post(self, path: str, **body: Any) -> Any:
            return client.post(path, json.dumps(body), content_type="application/json")

        def get(self, path: str) -> Any:
            return client.get(path)

    return Office()
