"""
How answers leave. GetYourGuide takes a status other than 200 for a fault of transport, so that
errors are 200 too; a setting answers wrong credentials with 401, as some integrators do.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from outfitter.sdk.channels import ChannelError, Fault, PartnerCall, connections
from outfitter_getyourguide import basic_auth, errors
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.settings import CHANNEL, settings_of

Handler = Callable[[PartnerCall], Any]


def respond(body: Mapping[str, Any]) -> HttpResponse:
    """Return a JSON answer."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, content_type="application/json")


def data(found: Any) -> HttpResponse:
    """Return the answer to what went well."""
    return respond({"data": found})


def _admit(call: PartnerCall) -> None:
    """
    Check the user name, where one was agreed on.

    :raises GetYourGuideError: it is another
    """
    agreed = settings_of(call.connection).user_name
    found = basic_auth.read(call.request.headers.get("Authorization", ""))
    if agreed and (found is None or not basic_auth.is_same(found[0], agreed)):
        raise GetYourGuideError(errors.AUTHORIZATION_FAILURE, "Incorrect credentials")


def endpoint(operation: str, handler: Handler) -> Callable[[PartnerCall], HttpResponse]:
    """Make a handler of the host from one that returns data; refusals leave in words of its operation."""

    def handle(call: PartnerCall) -> HttpResponse:
        try:
            _admit(call)
            return data(handler(call))
        except GetYourGuideError as problem:
            refused = problem
        except ChannelError as problem:
            refused = errors.of_problem(problem)
        body = refused.body(operation)
        call.add_references(code=str(body["errorCode"]))
        answer = respond(body)
        is_unknown = refused.code == errors.AUTHORIZATION_FAILURE
        if is_unknown and settings_of(call.connection).is_refused_with_401:
            answer.status_code = 401
        return answer

    return handle


def fault(request: HttpRequest, found: Fault) -> HttpResponse:
    """Return what the host has to say."""
    message = "Internal system failure" if found.kind == "internal" else found.message
    code = errors.FAULTS[found.kind]
    answer = respond(GetYourGuideError(code, message).body(operation_of(request.path)))
    if code == errors.AUTHORIZATION_FAILURE and _is_refused_with_401():
        answer.status_code = 401
    if found.seconds is not None:
        answer["Retry-After"] = str(found.seconds)
    return answer


def operation_of(path: str) -> str:
    """Return which operation an address is of; each may say its own codes alone."""
    first, *rest = path.strip("/").split("/")[3:] or [""]
    if first == "suppliers":
        return "products"
    if first == "products":
        return rest[1] if len(rest) > 1 else "product"
    return first


def _is_refused_with_401() -> bool:
    """Tell whether the operator wants it so. Whose a wrong password is, nobody knows."""
    return any(settings_of(one).is_refused_with_401 for one in connections(channel=CHANNEL))
