"""A few people and trips whose names are easily confused, and somebody who looks for them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from babel import Locale

from outfitter.api.principal import Principal
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.search import queries
from tests.search.support import make_customer, make_trip

NOW = utc_now()
OWNER = Principal("staff", 1, 1, "Rita", permissions=frozenset(ALL_CODES))
READER = queries.Reader(Locale.parse("en_US"), "America/New_York")


@pytest.fixture
def look() -> Callable[..., list[Any]]:
    """Return a function that searches and gives the results."""

    def ask(text: str, *, types: str = "customer,trip,experience", limit: int = 8, **more: Any):
        question = queries.Question(
            text=text,
            types=frozenset(types.split(",")),
            limit=limit,
            locale=more.get("locale", "en"),
            calling_code=1,
        )
        caller = more.get("caller", OWNER)
        return queries.answer(question=question, caller=caller, reader=READER, at=NOW)

    return ask


@pytest.fixture
def people(reef) -> dict[str, int]:
    """Make customers by a short name; returns their ids."""
    return {
        "john": make_customer("John", "Smith", email="john.smith@acme.example", phone="+15550102000"),
        "ann": make_customer("Ann", "Lee", email="ann@lee.example"),
        "anna": make_customer("Anna", "Leeds"),
        "müller": make_customer("Jürgen", "Müller", phone="+4917112345678"),
        "muller": make_customer("Jan", "Muller"),
        "mueller": make_customer("Jo", "Mueller"),
        "brien": make_customer("Sinéad", "O'Brien"),
        "tanaka": make_customer("太郎", "田中"),
        "kim": make_customer("민준", "김"),
        "ivanov": make_customer("Алексей", "Иванов"),
        "acme": make_customer("", "", company="Acme Outdoor", email="desk@acme.example"),
        "schwarz": make_customer("Arno", "Schwarzenegger"),
        "dash": make_customer("Anne-Marie", "de la Cruz"),
    }


@pytest.fixture
def trips(reef) -> dict[str, int]:
    """Make trips by a short name; returns their ids."""
    day = timedelta(days=1)
    return {
        "tomorrow": make_trip("Sam", "Rivers", code="WXYZ-2345", start_at=NOW + day),
        "next year": make_trip("Sam", "Rivers", code="WXYZ-2346", start_at=NOW + 300 * day),
        "last week": make_trip("Sam", "Rivers", code="QRST-7777", start_at=NOW - 7 * day),
        "long ago": make_trip("Sam", "Rivers", code="QRST-8888", start_at=NOW - 900 * day),
        "group": make_trip("Kim", "Booker", group="Hansen wedding", voucher="GYG-5O1I"),
    }
