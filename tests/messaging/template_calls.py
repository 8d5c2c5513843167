"""Calls around message templates, as a screen makes them."""

import json
from typing import Any

from django.test import Client

from tests.messaging.test_documents import doc, field, paragraph, text

BODY = doc(paragraph(text("Hi "), field("guest.first_name", "there"), text(", bring sun cream.")))


def words(**more: Any) -> dict[str, Any]:
    """Return what a template says in English."""
    return {"locale": "en", "subject": "For {{trip.experience}}", "document": BODY, **more}


class Desk:
    """Somebody at a desk who writes templates."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def post(self, path: str, **body: Any) -> Any:
        """Send a body of JSON."""
        return self.client.post(path, json.dumps(body), content_type="application/json")

    def get(self, path: str) -> Any:
        """Return what a path answers, which has to be there."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def save(self, **more: Any) -> dict[str, Any]:
        """Make a template or change one; returns it whole."""
        body = {"name": "Sun", "category": "custom", "texts": [words()], **more}
        answer = self.post("/api/template/save", **body)
        assert answer.status_code == 200, answer.content
        whole: dict[str, Any] = answer.json()
        return whole

    def system(self, slug: str) -> dict[str, Any]:
        """Return a template that ships with the product, as the list has it."""
        found: list[dict[str, Any]] = self.get("/api/templates/get")["templates"]
        return next(one for one in found if one["slug"] == slug)
