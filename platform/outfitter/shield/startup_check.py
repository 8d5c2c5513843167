"""Django under production settings starts inside the shield, or not at all."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ImproperlyConfigured, MiddlewareNotUsed

_inside: list[bool] = []


class GuardMiddleware:
    """Refuses to be part of an application that the shield does not stand in front of."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        if not _inside:
            raise ImproperlyConfigured(
                "Outfitter is served by `python -m outfitter.shield` alone (./outfitter serve):"
                " other servers let an unfinished request hold a thread."
            )
        raise MiddlewareNotUsed


def load_application() -> Callable[..., Any]:
    """Return Django's application. Only the shield calls this."""
    from django.core.wsgi import get_wsgi_application

    _inside.append(True)
    try:
        return get_wsgi_application()
    finally:
        _inside.pop()
