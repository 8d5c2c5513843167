"""The look that is written into a page is the one the widget would find out itself."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from outfitter_tenants.calendar.theme import look_of

pytestmark = pytest.mark.rules
CASES = Path(__file__).resolve().parents[2] / "widget" / "src" / "testing" / "looks.json"


@pytest.mark.parametrize("case", json.loads(CASES.read_text()), ids=str)
def test_looks_the_same_as_in_the_browser(case: dict[str, Any]) -> None:
    query = dict(parse_qsl(case["search"].removeprefix("?")))
    assert look_of(query, case["brand"]) == case["look"]
