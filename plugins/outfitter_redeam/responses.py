"""From a request to an answer: the id that comes back, and every refusal in Redeam's form."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import orjson
from django.http import HttpResponse

from outfitter.sdk.channels import ChannelError, Fault, PartnerCall
from outfitter_redeam.errors import (
    ENTITY_TOO_LARGE,
    FAULTS,
    INTERNAL_MESSAGE,
    INTERNAL_SERVER,
    RedeamError,
    of_problem,
)
from outfitter_redeam.requests import RequestContext, read_context, request_id_of

if TYPE_CHECKING:
    from django.http import HttpRequest

Handler = Callable[[PartnerCall], HttpResponse]
# A body of this size is looked at for its id even when the host has refused it.
_SMALL: Final = 256 * 1024


def respond(body: Mapping[str, Any], request_id: str, status: int = 200) -> HttpResponse:
    """Return a JSON answer that mirrors the request's id."""
    text = orjson.dumps({**body, "meta": {"reqId": request_id}})
    return HttpResponse(text, status=status, content_type="application/json")


def refuse(refused: RedeamError, request_id: str) -> HttpResponse:
    """Return an error."""
    answer = respond(refused.body(), request_id, refused.status)
    if refused.seconds is not None:
        answer["Retry-After"] = str(refused.seconds)
    return answer


def endpoint(work: Callable[[RequestContext], Mapping[str, Any]]) -> Handler:
    """Make a handler of the host from a function that reads a request and returns an answer."""

    @wraps(work)
    def handle(call: PartnerCall) -> HttpResponse:
        request = read_context(call)
        settings = None
        try:
            request.check_key()
            settings = request.settings
            return respond(work(request), request.request_id)
        except RedeamError as refused:
            return refuse(refused, request.request_id)
        except ChannelError as problem:
            return refuse(of_problem(problem, settings), request.request_id)

    return handle


def fault(request: "HttpRequest", found: Fault) -> HttpResponse:
    """Say what the host found wrong before or around a handler."""
    code = FAULTS[found.kind]
    message = INTERNAL_MESSAGE if code == INTERNAL_SERVER else found.message
    status = 413 if code == ENTITY_TOO_LARGE else found.status
    refused = RedeamError(code, message, {"reason": found.kind}, status, found.seconds)
    return refuse(refused, request_id_of(request, _body(request)))


def _body(request: "HttpRequest") -> bytes:
    try:
        if int(request.headers.get("Content-Length") or 0) > _SMALL:
            return b""
        return request.body
    except Exception:
        return b""
