"""The few words sign-up sends, in the twelve languages of the product."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from outfitter.kit.locales import route_locale

FOLDER = Path(__file__).parent / "texts"


@lru_cache(maxsize=16)
def texts(locale: str) -> dict[str, Any]:
    """Return the texts of a language; English for one the product does not speak."""
    found: dict[str, Any] = json.loads((FOLDER / f"{route_locale(locale)}.json").read_text(encoding="utf-8"))
    return found
