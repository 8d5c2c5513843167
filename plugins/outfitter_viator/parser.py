"""Reads the JSON of Viator's bodies, with exact numbers; says what is wrong with a form."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from outfitter.sdk.json_text import refuse_constant, require_storable


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation as problem:
        raise ValueError("a number out of bounds") from problem


def load(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object; numbers with a point are exact.

    :raises ValueError: the body is not JSON, not an object, or has letters that cannot be kept
    """
    found = parse(body)
    require_storable(found)
    return found


def parse(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object, whatever letters are in it.

    :raises ValueError: the body is not JSON, or not an object
    """
    try:
        found = json.loads(body, parse_float=_number, parse_constant=refuse_constant)
    except RecursionError as problem:
        raise ValueError("nested too deeply") from problem
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def describe(problem: ValidationError) -> str:
    """Return the first thing that is wrong with a form, naming the field as Viator does."""
    first = problem.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
