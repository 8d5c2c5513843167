"""From a request to an answer: headers in, headers out, and every refusal in its form."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

import orjson
from django.http import HttpResponse

from outfitter.sdk.channels import ChannelProblem, PartnerCall
from outfitter_octo import capabilities
from outfitter_octo.errors import Refused, of_problem
from outfitter_octo.request_context import Asked, asked

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler found: JSON, what its texts are in, and what else there would be."""

    data: object
    locales: tuple[str, ...] = ()
    available: tuple[str, ...] = ()


def answered(work: Callable[[Asked], Answer]) -> Callable[[PartnerCall], HttpResponse]:
    """Make a handler of the host from a function that reads a request and returns an answer."""

    @wraps(work)
    def handle(call: PartnerCall) -> HttpResponse:
        request = asked(call)
        try:
            response = _success(work(request), request)
        except Refused as refused:
            response = refused.response()
        except ChannelProblem as problem:
            uuid = call.params.get("uuid", "") or call.notes.get("reference", "")
            departure = call.notes.get("departure", "")
            refusal = of_problem(problem, request.settings, uuid=uuid, departure=departure)
            response = refusal.response()
        response[capabilities.HEADER] = capabilities.header_of(request.capabilities)
        return response

    return handle


def _success(answer: Answer, request: Asked) -> HttpResponse:
    response = HttpResponse(orjson.dumps(answer.data), content_type=JSON)
    if request.has_content and request.call.connection is not None:
        own = request.connection.locale
        found = tuple(dict.fromkeys(answer.locales)) or (own,)
        response["Content-Language"] = ", ".join(found)
        response["Available-Languages"] = ", ".join(dict.fromkeys((own, *answer.available, *found)))
        response["Vary"] = "Accept-Language"
    return response
