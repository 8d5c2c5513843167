"""The manifest on paper (domain.md 4.23): what the template shows, in the reader's language."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from babel.dates import format_date, format_datetime, format_time

from outfitter.kit import zones
from outfitter.kit.person_names import full_name
from outfitter.pdf import document
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.backoffice.manifests.serializers import pax
from outfitter_tenants.catalog.guest_type_names import counted

_FOLDER: Final = Path(__file__).parent
TEMPLATE: Final = _FOLDER / "manifest.typ"
WORDS: Final = _FOLDER / "words"


def print_day(body: Mapping[str, Any], reader: Recipient, *, at: datetime) -> bytes:
    """Return the manifest of a day as PDF; `body` is what `manifest_of_day` gives."""
    data = sheet(body["experiences"], body["date"], reader, at=at, waiting=body["unscheduled"])
    return _set(data, reader, at)


def print_timeslot(body: Mapping[str, Any], reader: Recipient, *, at: datetime) -> bytes:
    """Return one departure as PDF; `body` is what `manifest_of_timeslot` gives."""
    [slot] = body["experience"]["timeslots"]
    return _set(sheet([body["experience"]], slot["date"], reader, at=at), reader, at)


def _set(data: Mapping[str, Any], reader: Recipient, at: datetime) -> bytes:
    return document.render(
        TEMPLATE, data, paper=document.paper_of(reader.country), locale=reader.locale, at=at
    )


def sheet(
    experiences: Iterable[Mapping[str, Any]],
    day: date,
    reader: Recipient,
    *,
    at: datetime,
    waiting: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return what the template shows, every number written already."""
    slots = [(each["name"], slot) for each in experiences for slot in each["timeslots"]]
    slots.sort(key=lambda pair: (pair[1]["start_at"], pair[0]))
    guests = sum(pax(slot) for _, slot in slots)
    here = sum(slot["checked_in_cnt"] for _, slot in slots)
    local = zones.to_local(at, reader.time_zone).replace(tzinfo=None)
    return {
        "operator": reader.operator,
        "title": format_date(day, "full", locale=reader.babel),
        "totals": f"{reader.say('guests', n=guests)} · {reader.say('here', n=here)}",
        "printed": reader.say("printed", time=format_datetime(local, "short", locale=reader.babel)),
        "page": reader.words["page"],
        "words": reader.words,
        "departures": [_departure(name, slot, reader) for name, slot in slots],
        "unscheduled": [_waiting(row, reader) for row in waiting],
    }


def _departure(name: str, slot: Mapping[str, Any], reader: Recipient) -> dict[str, Any]:
    hour, minute = (int(part) for part in slot["start_time"].split(":"))
    start = datetime(2000, 1, 1, hour, minute)  # noqa: DTZ001  (a wall time, to be written)
    waiver, owed = slot["waiver"], slot["balance_amount"]
    capacity = "" if slot["capacity"] is None else f"/{slot['capacity']}"
    return {
        "time": format_time(start.time(), "short", locale=reader.babel),
        "experience": name,
        "is_cancelled": slot["status"] == "cancelled",
        "types": _types(slot["by_type"], reader),
        "guides": ", ".join(reader.apart(guide["name"]) for guide in slot["guides"]),
        "resources": ", ".join(reader.apart(one["name"]) for one in slot["resources"]),
        "seats": f"{slot['booked_pax_cnt']}{capacity}",
        "here": reader.say("here", n=f"{slot['checked_in_cnt']}/{slot['booking_cnt']}"),
        "waivers": reader.say("waivers", **waiver) if waiver["required"] else "",
        "balance": reader.say("owed", amount=reader.money(owed)) if owed > 0 else "",
        "note": slot["note"],
        "parties": [_party(order, reader) for order in slot["tripOrders"]],
    }


def _party(order: Mapping[str, Any], reader: Recipient) -> dict[str, Any]:
    trip = order["trip"]
    contact, owed, flag = trip["contact"], trip["balance_amount"], trip["flag"]
    name = _name(contact) or trip["group_name"] or trip["confirmation_code"]
    is_listed = any(_tells(row, name) for row in order["bookings"])
    named = [r for r in order["bookings"] if is_listed and (_name(r["guest"]) or _tells(r, name))]
    rest = [row for row in order["bookings"] if row not in named]
    return {
        "name": name,
        "group": trip["group_name"] if trip["group_name"] != name else None,
        "code": trip["confirmation_code"],
        "phone": contact["phone"] or "",
        "is_vip": trip["is_vip"],
        "balance": reader.money(owed) if owed > 0 else None,
        "collected": reader.say("collected", name=trip["collected_by"]) if trip["collected_by"] else None,
        "flag": None
        if flag is None
        else ": ".join(part for part in (flag["reason"] and flag["reason"]["name"], flag["comment"]) if part)
        or "!",
        "notes": [text for text in (order["note"], *(n["body"] for n in trip["notes"])) if text],
        "resources": [one["name"] for one in order["resources"]],
        "named": [_guest(row, reader) for row in named],
        "unnamed": _boxes(rest),
        **_extras(order, reader),
    }


def _tells(row: Mapping[str, Any], party: str) -> bool:
    """Return whether there is more to say of a guest than the kind of ticket."""
    name = _name(row["guest"])
    said = row["addons"] or row["customFieldValues"]
    return bool((name and name != party) or said or row["bookingStatus"]["kind"] == "no_show")


def _guest(row: Mapping[str, Any], reader: Recipient) -> dict[str, Any]:
    return {
        "name": _name(row["guest"]),
        "kind": row["customerType"]["name"],
        "is_here": row["checked_in_at"] is not None,
        "is_absent": row["bookingStatus"]["kind"] == "no_show",
        "waiver": row["waiver"]["state"],
        **_extras(row, reader),
    }


def _boxes(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        kind = row["customerType"]["name"]
        entry = found.setdefault(kind, {"kind": kind, "boxes": [], "missing": 0})
        entry["boxes"].append(row["checked_in_at"] is not None)
        entry["missing"] += row["waiver"]["state"] == "missing"
    return list(found.values())


def _extras(of: Mapping[str, Any], reader: Recipient) -> dict[str, Any]:
    names = [(reader.apart(one["name"]), one["qty"]) for one in of["addons"]]
    addons = [f"{qty} × {name}" if qty > 1 else name for name, qty in names]  # noqa: RUF001
    return {"addons": addons, "answers": list(of["customFieldValues"])}


def _waiting(row: Mapping[str, Any], reader: Recipient) -> dict[str, Any]:
    trip = row["trip"]
    return {
        "name": _name(trip["contact"]) or trip["confirmation_code"],
        "experience": row["experience"]["name"],
        "types": _types(row["by_type"], reader),
        "code": trip["confirmation_code"],
        "phone": trip["contact"]["phone"] or "",
    }


def _types(rows: Iterable[Mapping[str, Any]], reader: Recipient) -> str:
    return ", ".join(reader.apart(counted(row["name"], row["cnt"], language=reader.locale)) for row in rows)


def _name(person: Mapping[str, Any]) -> str:
    return full_name(person["first_name"], person["last_name"])
