"""What a find shows: read from the things themselves, so that it is never older than they are."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time
from babel.numbers import format_currency

from outfitter.kit import currencies
from outfitter.kit.person_names import full_name
from outfitter_tenants.search.queries.index_rows import rows


@dataclass(frozen=True, slots=True)
class Card:
    """A find as people read it; `status` when it is not simply there (draft, deleted, archived)."""

    title: str
    subtitle: str
    url: str
    status: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose words and whose clock cards use."""

    locale: Locale
    time_zone: str


_CUSTOMERS: Final = """
SELECT id, first_name, last_name, company, email, phone
FROM customers_customer
WHERE id = ANY(%s) AND merged_into_id IS NULL AND anonymised_at IS NULL
"""
_TRIPS: Final = """
SELECT t.id, t.hash, t.confirmation_code, t.status,
  t.contact_first_name, t.contact_last_name,
  t.group_name, t.contact_email, t.first_start_at, (
    SELECT string_agg(DISTINCT e.name, ', ') FROM trips_triporder AS o
    JOIN catalog_experience AS e ON e.id = o.experience_id
    WHERE o.trip_id = t.id AND o.status = 'active')
FROM trips_trip AS t WHERE t.id = ANY(%s)
"""
_EXPERIENCES: Final = """
SELECT id, name, internal_name, sku, status FROM catalog_experience WHERE id = ANY(%s)
"""


_GIFT_CARDS: Final = """
SELECT id, recipient_name, sender_name, recipient_email, last4, status FROM giftcards_giftcard
WHERE id = ANY(%s)
"""


_RESELLERS: Final = """
SELECT id, name, contacts -> 0 ->> 'name', contacts -> 0 ->> 'email', status FROM resellers_reseller
WHERE id = ANY(%s)
"""
_INVOICES: Final = """
SELECT i.id, i.number, r.name, i.total_amount, i.currency, i.due_date, i.status
FROM invoices_invoice AS i JOIN resellers_reseller AS r ON r.id = i.reseller_id WHERE i.id = ANY(%s)
"""
_PRODUCTS: Final = """
SELECT id, name, category, sku, is_active FROM catalog_product WHERE id = ANY(%s)
"""
_CALLS: Final = """
SELECT c.id, c.caller_name,
  CASE WHEN c.direction = 'inbound' THEN c.caller_number ELSE c.destination_number END,
  c.started_at, w.first_name, w.last_name
FROM calls_call AS c LEFT JOIN customers_customer AS w ON w.id = c.customer_id WHERE c.id = ANY(%s)
"""


def customers(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return customers' cards by id; merged and anonymised ones are missing."""
    return {
        key: Card(
            (name := full_name(first, last)) or company or email or phone or f"#{key}",
            _line(company if name else None, email, phone),
            f"/customer/{key}",
        )
        for key, first, last, company, email, phone in rows(_CUSTOMERS, [list(ids)])
    }


def trips(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return trips' cards by id: who, which code, when and what, the long part last."""
    return {
        key: Card(
            _line(full_name(first, last), group) or email or code,
            _line(code, _when(start, reader), experiences),
            f"/trip/{key_of_url}",
            status if status in ("draft", "deleted", "under_review") else None,
        )
        for key, key_of_url, code, status, first, last, group, email, start, experiences in rows(
            _TRIPS, [list(ids)]
        )
    }


def experiences(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return experiences' cards by id."""
    return {
        key: Card(
            name, _line(internal, sku), f"/setup/experience/{key}/edit", None if status == "live" else status
        )
        for key, name, internal, sku, status in rows(_EXPERIENCES, [list(ids)])
    }


def gift_cards(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return gift cards' cards by id: whom one is for, who gives it, the end of its code."""
    return {
        key: Card(
            name or email or sender or f"•••• {last4}",
            _line(f"•••• {last4}", email if name else None, sender if name or email else None),
            f"/giftCards?card={key}",
            None if status == "active" else status,
        )
        for key, name, sender, email, last4, status in rows(_GIFT_CARDS, [list(ids)])
    }


def resellers(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return resellers' cards by id; each leads to the trips that it sold."""
    return {
        key: Card(name, _line(contact, email), _sold_by(key), None if status == "active" else status)
        for key, name, contact, email, status in rows(_RESELLERS, [list(ids)])
    }


def invoices(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return invoices' cards by id: which partner, how much, and when it is due."""
    return {
        key: Card(
            _line(number, name),
            _line(_money(amount, currency, reader), _day(due, reader)),
            f"/{key}/invoice",
            status if status in ("unsent", "void") else None,
        )
        for key, number, name, amount, currency, due, status in rows(_INVOICES, [list(ids)])
    }


def calls(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return calls' cards by id: who, from which number, when."""
    return {
        key: Card(
            (who := full_name(first or "", last or "") or name) or number or f"#{key}",
            _line(number if who else None, _when(start, reader)),
            f"/call/{key}",
        )
        for key, name, number, start, first, last in rows(_CALLS, [list(ids)])
    }


def products(ids: Sequence[int], reader: Reader) -> dict[int, Card]:
    """Return products' cards by id."""
    return {
        key: Card(name, _line(category, sku), "/setup/catalog/products", None if is_active else "archived")
        for key, name, category, sku, is_active in rows(_PRODUCTS, [list(ids)])
    }


def _sold_by(reseller_id: int) -> str:
    """Return the address of the list of a reseller's trips, as the list itself writes it."""
    condition = {"field": "reseller", "op": "in", "value": [reseller_id]}
    return f"/trips?{urlencode({'filters': json.dumps([condition])})}"


def _line(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)


def _money(amount: int, currency: str, reader: Reader) -> str:
    whole = Decimal(amount).scaleb(-currencies.exponent(currency))
    return format_currency(whole, currency, locale=reader.locale)


def _day(day: date | None, reader: Reader) -> str | None:
    return None if day is None else format_date(day, "medium", locale=reader.locale)


def _when(instant: datetime | None, reader: Reader) -> str | None:
    if instant is None:
        return None
    local = instant.astimezone(ZoneInfo(reader.time_zone))
    day = format_date(local, "medium", locale=reader.locale)
    return f"{day}, {format_time(local, 'short', locale=reader.locale)}"
