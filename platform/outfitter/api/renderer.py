"""JSON by orjson: ten times the standard library on lists."""

from typing import Any

import orjson
from django.http import HttpRequest
from ninja.renderers import BaseRenderer


class OrjsonRenderer(BaseRenderer):
    """Renders answers; dates and uuids as ISO 8601 text."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        """Return the answer's bytes."""
        return orjson.dumps(data, default=str, option=orjson.OPT_UTC_Z)
