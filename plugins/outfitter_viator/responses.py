"""How answers leave: bodies, statuses, and every refusal in the form of its version."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse

from outfitter.sdk.channels import Fault
from outfitter_viator import errors, parser, times
from outfitter_viator.errors import V1Error, V2Error
from outfitter_viator.v1_requests import PATHS

V2: Final = "/supplier/api/v2/"
# Which header fields of v1 come back as they were sent; those that every answer has, with what
# stands for one that could not be read.
_REQUIRED: Final[Mapping[str, str | int]] = {"ApiKey": "", "ResellerId": "", "SupplierId": 0}
_ECHOED: Final = (*_REQUIRED, "ExternalReference")
_LONGEST_ECHO: Final = 255
# ISO 4217: no currency.
_NO_CURRENCY: Final = "XXX"


def respond(body: Any, status: int = 200) -> HttpResponse:
    """Return a JSON answer."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, status=status, content_type="application/json")


def build_envelope(
    kind: str, data: Mapping[str, Any], rest: Mapping[str, Any], *, at: datetime, zone: ZoneInfo
) -> HttpResponse:
    """Return an answer of v1: the header that was sent, the time now, and the rest."""
    echoed = dict(_REQUIRED)
    for name in _ECHOED:
        if _is_echoed(name, data.get(name)):
            echoed[name] = data[name]
    status = {} if "RequestStatus" in rest else {"RequestStatus": {"Status": "SUCCESS"}}
    body = {**echoed, "Timestamp": times.stamp(at, zone), **status, **rest}
    return respond({"responseType": f"{kind}Response", "data": body})


def refused(kind: str, data: Mapping[str, Any], status: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rest of an answer of v1 that is an error, with what its schema always wants."""
    empty: dict[str, Any] = {}
    if kind == "Availability":
        code = data.get("SupplierProductCode")
        is_code = isinstance(code, str) and _is_echoed("SupplierProductCode", code)
        empty = {"SupplierProductCode": code if is_code else "", "TourAvailability": []}
    elif kind == "BatchAvailability":
        empty = {"BatchTourAvailability": []}
    elif kind == "BatchPricing":
        empty = {"CurrencyCode": _NO_CURRENCY}
    return {"RequestStatus": status, **empty}


def _is_echoed(name: str, value: Any) -> bool:
    if isinstance(value, str):
        is_short = len(value) <= _LONGEST_ECHO and value.isprintable()
        return is_short and name != "SupplierId"
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
    return is_number and name == "SupplierId"


def fault(request: HttpRequest, found: Fault) -> HttpResponse:
    """Return what the host has to say, in the form of the version that was called."""
    if V2 in request.path or request.method == "GET":
        status, error = errors.V2_FAULTS[found.kind]
        message = found.message if status != 500 else "Unknown internal error"
        answer = respond(V2Error(status, error, message).body(), status)
    else:
        answer = _v1_fault(request, found)
    if found.seconds is not None:
        answer["Retry-After"] = str(found.seconds)
    return answer


def _v1_fault(request: HttpRequest, found: Fault) -> HttpResponse:
    code = errors.V1_FAULTS[found.kind]
    details = "" if found.kind == "internal" else found.message
    kind, data = _said(request)
    answer = build_envelope(
        kind,
        data,
        refused(kind, data, V1Error(code, details).status()),
        at=datetime.now(UTC),
        zone=ZoneInfo("UTC"),
    )
    if found.kind == "method_not_allowed":
        answer.status_code = 405
    return answer


def _said(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    """Return what can be read of a request that could not be answered: its address always can."""
    path = request.path.rstrip("/").rpartition("/")[2]
    asked = next((kind for kind, own in PATHS.items() if own == path), "Error")
    try:
        found = parser.parse(request.body)
    except Exception:  # too large, cut off, read already, no JSON: there is nothing to echo
        return asked, {}
    data = found.get("data")
    kind = str(found.get("requestType") or "").removesuffix("Request")
    named = kind if kind in PATHS else asked
    return named, data if isinstance(data, dict) else {}
