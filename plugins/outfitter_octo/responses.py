"""From a request to an answer: headers in, headers out, and every refusal in its form."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

import orjson
from django.http import HttpResponse

from outfitter.sdk.channels import ChannelError, PartnerCall
from outfitter_octo import capabilities
from outfitter_octo.errors import OctoError, map_channel_error
from outfitter_octo.request_context import RequestContext, read_context

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class HandlerResult:
    """What a handler found: JSON, what its texts are in, and what else there would be."""

    data: object
    locales: tuple[str, ...] = ()
    available: tuple[str, ...] = ()


def endpoint(work: Callable[[RequestContext], HandlerResult]) -> Callable[[PartnerCall], HttpResponse]:
    """Make a handler of the host from a function that reads a request and returns an answer."""

    @wraps(work)
    def handle(call: PartnerCall) -> HttpResponse:
        request = read_context(call)
        try:
            response = _success(work(request), request)
        except OctoError as refused:
            response = refused.response()
        except ChannelError as problem:
            uuid = call.params.get("uuid", "") or call.references.get("reference", "")
            departure = call.references.get("departure", "")
            refusal = map_channel_error(problem, request.settings, uuid=uuid, departure=departure)
            response = refusal.response()
        response[capabilities.HEADER] = capabilities.header_of(request.capabilities)
        return response

    return handle


def _success(answer: HandlerResult, request: RequestContext) -> HttpResponse:
    response = HttpResponse(orjson.dumps(answer.data), content_type=JSON)
    if request.has_content and request.call.optional_connection is not None:
        own = request.connection.locale
        found = tuple(dict.fromkeys(answer.locales)) or (own,)
        response["Content-Language"] = ", ".join(found)
        response["Available-Languages"] = ", ".join(dict.fromkeys((own, *answer.available, *found)))
        response["Vary"] = "Accept-Language"
    return response
