"""A voice agent as tests drive it."""

from dataclasses import dataclass
from typing import Any

from django.test import Client

from outfitter_tenants.catalog import queries as catalog
from tests.support.sales import Offer

ANA_PHONE = "+14155550123"


@dataclass
class VoiceAgent:
    """A program with a token."""

    client: Client
    token: str

    def get(self, path: str, **query: Any) -> Any:
        """Ask for something."""
        return self.client.get(f"/api/ai-call-agent/{path}", query, headers=self._headers())

    def post(self, path: str, **body: Any) -> Any:
        """Do something."""
        where = f"/api/ai-call-agent/{path}"
        return self.client.post(where, body, content_type="application/json", headers=self._headers())

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def create(self, offer: Offer, *, adults: int = 2, **more: Any) -> Any:
        """Hold seats for a caller."""
        return self.post("trip/create", **wish(offer, adults=adults, **more))


def wish(offer: Offer, *, adults: int = 2, **more: Any) -> dict[str, Any]:
    """Return what a caller wants: an experience for some adults."""
    kinds = catalog.experience_customer_types(experience_id=offer.experience_id)
    adult = next(kind.customer_type_id for kind in kinds if kind.id == offer.adult)
    return {
        "phone": ANA_PHONE,
        "call_id": "call-1",
        "first_name": "Ana",
        "experience_id": offer.experience_id,
        "timeslot_id": offer.timeslot_id,
        "quantities": [{"customer_type_id": adult, "qty": adults}],
        **more,
    }
