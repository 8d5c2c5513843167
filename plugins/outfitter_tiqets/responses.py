"""How answers leave: JSON, and every refusal in Tiqets' form."""

from collections.abc import Callable
from functools import wraps

import orjson
from django.http import HttpResponse

from outfitter.sdk.channels import ChannelError, PartnerCall
from outfitter_tiqets.errors import TiqetsError, of_problem

Work = Callable[[PartnerCall], HttpResponse]


def endpoint(work: Work) -> Work:
    """Make refusals of a handler Tiqets' own; what is left to the host is not there for Tiqets."""

    @wraps(work)
    def handle(call: PartnerCall) -> HttpResponse:
        try:
            return work(call)
        except TiqetsError as refusal:
            return refusal.response()
        except ChannelError as problem:
            refusal_of = of_problem(problem)
            if refusal_of is None:
                raise
            return refusal_of.response()

    return handle


def respond(data: object) -> HttpResponse:
    """Return a JSON answer."""
    return HttpResponse(orjson.dumps(data), content_type="application/json")
