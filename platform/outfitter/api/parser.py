"""JSON bodies, read strictly: what two readers could take for two things is refused."""

import json
from typing import Any, NoReturn

from django.http import HttpRequest
from ninja.parser import Parser

from outfitter.kit.json_text import is_storable


class Malformed(ValueError):
    """
    Not JSON (RFC 8259), or JSON that no column and no other reader could hold.

    `field` is the dotted path of a text that no column could hold, where that is what is wrong.
    """

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


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
        try:
            return parse(request.body)
        except Malformed as problem:
            # ninja turns whatever is raised here into a 400; errors.py tells the field.
            request.unreadable_field = problem.field  # type: ignore[attr-defined]
            raise


def parse(body: bytes) -> Any:
    """
    Return what a JSON text says.

    :raises Malformed: it cannot be read, or not in one way only
    """
    try:
        found = json.loads(body.decode(), parse_constant=_refuse, parse_float=_float, object_pairs_hook=_once)
        if rb"\u" in body:
            _check_text(found)
    except Malformed:
        raise
    except (ValueError, RecursionError) as problem:
        raise Malformed("This body is not valid JSON.") from problem
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


def _check_text(found: Any, path: str = "") -> None:
    # Only an escape can bring these in: raw control characters are no JSON, raw halves no UTF-8.
    if isinstance(found, dict):
        for name, value in found.items():
            if not is_storable(name):
                raise Malformed("a name that no field has")
            _check_text(value, f"{path}.{name}" if path else name)
    elif isinstance(found, list):
        for place, value in enumerate(found):
            _check_text(value, f"{path}.{place}" if path else str(place))
    elif isinstance(found, str) and not is_storable(found):
        raise Malformed("a text that no column holds", field=path or None)
