"""A customer's own page for tests: what they see, and what they send from it."""

import json
from typing import Any

from django.test import Client

from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.support.sales import Offer


class Page:
    """Somebody who holds the link of a trip."""

    def __init__(self, client: Client, trip_id: int) -> None:
        self.client = client
        self.trip_id = trip_id

    @property
    def base(self) -> str:
        """Return where the page is."""
        return f"/api/customerPortal/{Trip.objects.get(pk=self.trip_id).hash}"

    def init(self) -> dict[str, Any]:
        """Return what the page shows."""
        answer = self.client.get(f"{self.base}/init/0")
        assert answer.status_code == 200, answer.content[:600]
        return dict(answer.json())

    def get(self, path: str, **query: Any) -> Any:
        """Send a look at something; returns the answer as it is."""
        return self.client.get(f"{self.base}/{path}", query)

    def post(self, path: str, *, key: str = "", **body: Any) -> Any:
        """Send a call; returns the answer as it is."""
        headers = {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
        return self.client.post(
            f"{self.base}/{path}", json.dumps(body), content_type="application/json", **headers
        )

    def done(self, path: str, **body: Any) -> Any:
        """Send a call that has to succeed; returns its body."""
        answer = self.post(path, **body)
        assert answer.status_code == 200, (answer.status_code, answer.content[:600])
        return answer.json()

    def refused(self, path: str, status: int, code: str, **body: Any) -> dict[str, Any]:
        """Send a call that has to be refused; returns the detail."""
        answer = self.post(path, **body)
        found = answer.json()
        assert (answer.status_code, found["code"]) == (status, code), answer.content[:600]
        return dict(found["detail"])


def reprice(timeslot_id: int, offer: Offer, *, adult: int, child: int) -> None:
    """Let a departure cost so much a head, in minor units."""
    prices = {str(offer.adult): adult, str(offer.child): child}
    Timeslot.objects.filter(pk=timeslot_id).update(price_override=prices)
