"""Nobody acts in a request before its caller is known, and nobody after it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from outfitter_tenants.audit.actor import SYSTEM, acting


class ActorMiddleware:
    """Begins every request with the system as its actor: threads are used again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with acting(SYSTEM):
            return self.get_response(request)
