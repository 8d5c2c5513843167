"""A departure as a slip, as kitchens have one: who comes, how many, what to get ready. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from outfitter.printers.slips import Block, Line, Pair, Rule, Slip
from outfitter_tenants.checkout.printouts.slips.paper_fields import PaperChoice

# What `manifests.printout.sheet` returns, and a part of it.
Sheet = Mapping[str, Any]


def departure_slip(sheet: Sheet, choice: PaperChoice, *, locale: str) -> Slip:
    """Return the departure of a manifest's sheet, party by party."""
    [departure] = sheet["departures"]
    blocks: list[Block] = [
        Line(departure["time"], is_big=True, is_bold=True),
        Line(departure["experience"], is_bold=True),
        Line(sheet["title"]),
    ]
    blocks += [Line(text) for text in _head(departure, choice) if text]
    for party in departure["parties"]:
        blocks += [Rule(), *_party(party, choice)]
    blocks += [Rule(), Line(sheet["printed"])]
    if choice.footer:
        blocks.append(Line(choice.footer))
    return Slip(tuple(blocks), locale)


def _head(departure: Sheet, choice: PaperChoice) -> Iterable[str]:
    if choice.has("totals"):
        yield departure["types"]
        yield departure["seats"]
    if choice.has("guides"):
        yield departure["guides"]
    if choice.has("resources"):
        yield departure["resources"]
    if choice.has("waivers"):
        yield departure["waivers"]
    if choice.has("notes"):
        yield departure["note"]


def _party(party: Sheet, choice: PaperChoice) -> Iterable[Block]:
    counts = [f"{len(row['boxes'])} {row['kind']}" for row in party["unnamed"]]
    yield Pair(party["name"], party["code"], is_bold=True)
    if choice.has("contacts") and party["phone"]:
        yield Line(party["phone"], align="left")
    if counts:
        yield Line(", ".join(counts), align="left")
    for guest in party["named"]:
        yield Line(f"- {' · '.join(filter(None, (guest['name'], guest['kind'])))}", align="left")
        if choice.has("extras"):
            yield from (Line(f"  + {extra}", align="left") for extra in guest["addons"])
    if choice.has("extras"):
        yield from (Line(f"+ {extra}", align="left", is_bold=True) for extra in party["addons"])
    if choice.has("resources"):
        yield from (Line(name, align="left") for name in party["resources"])
    if choice.has("notes"):
        yield from (Line(f"! {note}", align="left", is_bold=True) for note in party["notes"])
    if party["balance"]:
        yield Line(party["balance"], align="left", is_bold=True)
