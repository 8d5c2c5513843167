"""Reads the JSON of Viator's bodies, with exact numbers; says what is wrong with a form."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation as problem:
        raise ValueError("a number out of bounds") from problem


def _constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def load(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object; numbers with a point are exact.

    :raises ValueError: the body is not JSON, not an object, or has letters that cannot be kept
    """
    found = parse(body)
    require_text(found)
    return found


def parse(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object, whatever letters are in it.

    :raises ValueError: the body is not JSON, or not an object
    """
    try:
        found = json.loads(body, parse_float=_number, parse_constant=_constant)
    except RecursionError as problem:
        raise ValueError("nested too deeply") from problem
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def require_text(found: Any) -> None:
    """
    Refuse letters that no database keeps: NUL, and halves of letters.

    :raises ValueError: there is one
    """
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            if "\x00" in one:
                raise ValueError("a NUL")
            one.encode()


def describe(problem: ValidationError) -> str:
    """Return the first thing that is wrong with a form, naming the field as Viator does."""
    first = problem.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
