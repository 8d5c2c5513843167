"""What a confirmation says, as plain data: read from the event, shaped by nobody else."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from outfitter.kit.locales import localized_path
from outfitter.kit.person_names import address_name
from outfitter_tenants.catalog.guest_type_names import counted
from outfitter_tenants.pricing.rules import bill
from outfitter_tenants.pricing.rules.bill import BillLine


@dataclass(frozen=True, slots=True)
class GuestLine:
    """So many tickets of one customer type; what they cost stands on the bill."""

    customer_type: str
    qty: int
    language: str = "en"

    @property
    def label(self) -> str:
        """Return how many of what, as people write it."""
        return counted(self.customer_type, self.qty, language=self.language)


@dataclass(frozen=True, slots=True)
class ConfirmedOrder:
    """
    One experience of the trip.

    `local_start` is the wall time where it begins, the instants are UTC; all are None while the
    order has no time. `place` is the meeting point, line by line.
    """

    id: int
    experience_name: str
    start_at: datetime | None
    end_at: datetime | None
    local_start: datetime | None
    place: tuple[str, ...]
    hero_image: str | None
    guests: tuple[GuestLine, ...]
    is_cancelled: bool = False
    # 0 in events that were written before it was in them.
    experience_id: int = 0

    @property
    def duration(self) -> timedelta:
        """Return how long it takes, zero while that is unknown."""
        return self.end_at - self.start_at if self.start_at and self.end_at else timedelta()


@dataclass(frozen=True, slots=True)
class Operator:
    """Whom the customer booked with, as the mail shows it."""

    name: str
    base_url: str
    locale: str
    time_zone: str
    brand_color: str
    logo_url: str | None
    phone: str | None
    reply_to: str | None
    legal_name: str = ""
    address: str = ""
    website: str = ""
    # The name that mails are from, where it is not `name`.
    mail_from: str | None = None

    @property
    def imprint(self) -> str:
        """Return who writes: the name in law and the address, as far as they are known."""
        return " · ".join(one_line(part) for part in (self.legal_name, self.address) if part)

    @property
    def host(self) -> str:
        """Return the host name, without port."""
        return urlsplit(self.base_url).hostname or ""

    def absolute(self, url: str | None) -> str | None:
        """Return an address that works from a mail; None for what is no web address."""
        if not url:
            return None
        full = urljoin(self.base_url + "/", url)
        return full if urlsplit(full).scheme in {"http", "https"} else None


@dataclass(frozen=True, slots=True)
class ConfirmationData:
    """
    Everything a confirmation needs of a trip; amounts in minor units of `currency`.

    `bill` are the lines of the price, which come to `total_amount`; the tip is beside it.
    """

    trip_id: int
    hash: str
    confirmation_code: str
    contact_name: str
    # By what the message addresses its reader; empty: by nothing.
    address_name: str
    contact_email: str
    locale: str
    customer_id: int | None
    pax_cnt: int
    total_amount: int
    paid_amount: int
    balance_amount: int
    currency: str
    orders: tuple[ConfirmedOrder, ...]
    bill: tuple[BillLine, ...] = ()
    tip_amount: int = 0
    # Until when what is missing is to be paid, where that is agreed: the operator's day.
    balance_due_on: date | None = None
    # The slug of the way it was sold by; "" where that is not known.
    method: str = ""

    @property
    def standing(self) -> tuple[ConfirmedOrder, ...]:
        """Return the orders that take place; all of them when none does."""
        return tuple(one for one in self.orders if not one.is_cancelled) or self.orders

    @property
    def is_paid_elsewhere(self) -> bool:
        """
        Tell whether the customer pays a partner: money that is missing, and not owed to us.

        Who pays us owes what is missing (docs/adr/0048-who-owes-what.md).
        """
        missing = self.total_amount + self.tip_amount - self.paid_amount
        return missing > 0 and self.balance_amount == 0

    def portal_url(self, operator: Operator) -> str:
        """Return where the customer finds the trip, in their language where that page speaks it."""
        path = localized_path("/customerPortal", self.locale)
        return f"{operator.base_url}{path}?trip={quote(self.hash)}"


def from_payload(payload: Mapping[str, Any]) -> ConfirmationData:
    """
    Return what the event `trip.converted` carries.

    :raises KeyError: the payload lacks a part
    """
    return ConfirmationData(
        trip_id=payload["trip_id"],
        hash=payload["hash"],
        confirmation_code=payload["confirmation_code"],
        contact_name=one_line(payload["contact_name"]),
        address_name=_address(payload),
        contact_email=one_line(payload["contact_email"] or ""),
        locale=payload["locale"],
        customer_id=payload["customer_id"],
        pax_cnt=payload["pax_cnt"],
        total_amount=payload["total_amount"],
        paid_amount=payload["paid_amount"],
        balance_amount=payload["balance_amount"],
        currency=payload["currency"],
        orders=tuple(_order(item, payload["locale"]) for item in payload["orders"]),
        # Events that were written before bills were in them have none.
        bill=bill.from_json(payload.get("bill") or ()),
        tip_amount=payload.get("tip_amount") or 0,
        method=payload.get("method") or "",
    )


def _address(payload: Mapping[str, Any]) -> str:
    # Events that were written before family names were in them have none.
    first, last = payload["contact_first_name"], payload.get("contact_last_name") or ""
    return address_name(one_line(first), one_line(last), language=payload["locale"] or "")


def one_line(text: str) -> str:
    """Return text without line breaks: subjects and names stand in mail headers."""
    return " ".join(text.split())


def _order(item: Mapping[str, Any], locale: str | None) -> ConfirmedOrder:
    return ConfirmedOrder(
        id=item["id"],
        experience_name=one_line(item["experience_name"]),
        start_at=_instant(item["start_at"]),
        end_at=_instant(item["end_at"]),
        local_start=_wall_time(item["date"], item["start_time"]),
        place=tuple(filter(None, map(one_line, item["meeting_point"].splitlines()))),
        hero_image=item["hero_image"],
        guests=_guests(item["guests"], locale or "en"),
        is_cancelled=item.get("status") == "cancelled",
        experience_id=item.get("experience_id") or 0,
    )


def _guests(lines: Iterable[Mapping[str, Any]], language: str) -> tuple[GuestLine, ...]:
    """Return how many of which kind come, whatever each of them pays."""
    found: dict[str, int] = {}
    for line in lines:
        name = one_line(line["customer_type"])
        found[name] = found.get(name, 0) + line["qty"]
    return tuple(GuestLine(name, qty, language) for name, qty in found.items())


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _wall_time(day: str | None, start: str | None) -> datetime | None:
    # A timeslot's own date and time already stand in its location's zone.
    if not day or not start:
        return None
    return datetime.combine(date.fromisoformat(day), time.fromisoformat(start))
