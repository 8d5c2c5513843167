"""
The way out for plugins that are no channel: one call of somebody else's server.

Bounded in time and size, to the open internet only; redirects are not followed (they would carry a
secret to a host nobody allowed).
"""

from typing import Final

from django.conf import settings

from outfitter.outbound import Unreachable, client
from outfitter.plugins.channels.http_types import NoAnswer, OutboundRequest, OutboundResponse

LONGEST: Final = 60.0


def send_request(request: OutboundRequest) -> OutboundResponse:
    """
    Ask a server and return what it answered, whatever the status. Not inside a transaction.

    :raises NoAnswer: it could not be reached in time, or may not be called; `reason` says why
    """
    if not request.url.startswith("https://") and not settings.IS_DEVELOPMENT:
        raise NoAnswer("not_secure")
    try:
        reply = client.send(
            client.Call(
                request.method,
                request.url,
                _headers(request),
                request.content,
                min(request.seconds, LONGEST),
                request.most_bytes,
            )
        )
    except Unreachable as problem:
        raise NoAnswer(problem.reason, was_sent=problem.was_sent) from None
    return OutboundResponse(reply.status, reply.headers, reply.body)


def _headers(request: OutboundRequest) -> dict[str, str]:
    found = {"accept": "application/json"}
    if request.json is not None:
        found["content-type"] = "application/json"
    found |= {name.lower(): text for name, text in request.headers.items()}
    # As the client below writes its own, so that none is sent twice.
    return {name.title(): text for name, text in found.items()}
