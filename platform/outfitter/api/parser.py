"""JSON bodies, read strictly: what two readers could take for two things is refused."""

import json
from typing import Any, NoReturn

from django.http import HttpRequest
from ninja.parser import Parser


class Malformed(ValueError):
    """Not JSON (RFC 8259), or JSON that no column and no other reader could hold."""


class StrictParser(Parser):
    """
    Reads bodies as UTF-8 JSON.

    Refused besides what is no JSON: a name that stands twice in an object (which one counts?),
    NaN and infinities, numbers too great for a number, NUL and half a surrogate pair in text,
    and nesting deeper than Python reads.
    """

    def parse_body(self, request: HttpRequest) -> Any:
        """
        Return what the body says.

        :raises Malformed: it cannot be read, or not in one way only
        """
        return parse(request.body)


def parse(body: bytes) -> Any:
    """
    Return what a JSON text says.

    :raises Malformed: it cannot be read, or not in one way only
    """
    try:
        found = json.loads(
            body.decode(), parse_constant=_refuse, parse_float=_float, object_pairs_hook=_once
        )
        if rb"\u" in body:
            _check_text(found)
    except (ValueError, RecursionError) as problem:
        raise Malformed("This body is not JSON that can be read.") from problem
    return found


def _refuse(_text: str) -> NoReturn:
    raise Malformed("not a number")


def _float(text: str) -> float:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        raise Malformed("too great a number")
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Malformed("a name stands twice")
    return found


def _check_text(found: Any) -> None:
    # Only an escape can bring these in: raw control characters are no JSON, raw halves no UTF-8.
    text = json.dumps(found, ensure_ascii=False)
    text.encode()  # UnicodeEncodeError is a ValueError
    if r"\u0000" in text.replace(r"\\", ""):
        raise Malformed("NUL in a text")
