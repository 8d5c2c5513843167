"""Prices that a caller may not see leave no answer: one place, so that no route can forget it."""

import gzip
import re
from collections.abc import Callable
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

# Names of money in answers; everything below `totals` is money as well, but for counts.
_MONEY: Final = re.compile(r"(^|_)(amount|price|balance)$|^(subtotal|due_now|partner_due|partner_deposit)$")
_TOTALS: Final = "totals"
_COUNT: Final = re.compile(r"(_cnt|_id|^pax|^guests)$")


def without_prices(value: Any, *, is_money: bool = False) -> Any:
    """Return an answer in which every amount of money is 0; the rest, counts among it, stays."""
    if isinstance(value, dict):
        return {
            key: without_prices(
                one, is_money=bool(_MONEY.search(key)) or (_is_totals(value, key, is_money=is_money))
            )
            for key, one in value.items()
        }
    if isinstance(value, list):
        return [without_prices(one, is_money=is_money) for one in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return 0 if is_money and is_number else value


def _is_totals(parent: dict[str, Any], key: str, *, is_money: bool) -> bool:
    """Return whether what stands under this key is money because of where it stands."""
    if key == _TOTALS:
        return isinstance(parent[key], dict) and "subtotal" in parent[key]
    return is_money and not _COUNT.search(key)


class PriceMiddleware:
    """Takes the money out of JSON answers to callers who do not see prices."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as ever, without prices where the caller may not see them."""
        response = self.get_response(request)
        caller = getattr(request, "principal", None)
        if caller is None or caller.sees_prices or not isinstance(response, HttpResponse):
            return response
        if not response.get("Content-Type", "").startswith("application/json") or not response.content:
            return response
        body = response.content
        if response.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
            del response["Content-Encoding"]
        response.content = orjson.dumps(without_prices(orjson.loads(body)))
        if "Content-Length" in response:
            response["Content-Length"] = str(len(response.content))
        return response
