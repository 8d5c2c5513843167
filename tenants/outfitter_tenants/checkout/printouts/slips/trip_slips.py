"""
Papers of a trip as slips: a ticket for each guest, a voucher, a receipt. Pure.

They say what the papers of the same name say, from the same sheets: every number is written already.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from outfitter.printers.slips import Block, Code, Line, Pair, Picture, Rule, Slip
from outfitter_tenants.checkout.printouts.slips.paper_fields import PaperChoice

# What `voucher.printout.sheet` and `trip_receipt.printout.sheet` return.
Sheet = Mapping[str, Any]


def ticket_slips(
    sheet: Sheet, choice: PaperChoice, *, locale: str, codes: Collection[str] | None = None
) -> list[Slip]:
    """Return a ticket for each guest of a voucher's sheet; `codes` leaves out who has none of these."""
    return [
        Slip(tuple(_ticket(sheet, order, guest, choice)), locale)
        for order in sheet["orders"]
        for guest in order["guests"]
        if codes is None or guest["code"] in codes
    ]


def voucher_slip(sheet: Sheet, choice: PaperChoice, *, locale: str) -> Slip:
    """Return the whole trip on one piece of paper, with each guest's code."""
    blocks = [*_head(sheet, choice), Line(sheet["name"], is_bold=True)]
    for order in sheet["orders"]:
        blocks += [Rule(), Line(order["experience"], is_big=True, is_bold=True), *_when(order, choice)]
        for guest in order["guests"]:
            if choice.has("guests"):
                blocks.append(Line(_joined(guest["name"], guest["kind"])))
            blocks.append(Code(guest["code"]))
    return Slip(tuple([*blocks, *_foot(sheet, choice)]), locale)


def receipt_slip(sheet: Sheet, choice: PaperChoice, *, locale: str) -> Slip:
    """Return what was bought, what was paid and what is open."""
    blocks: list[Block] = [*_head(sheet, choice), Line(sheet["words"]["title"], is_big=True, is_bold=True)]
    if choice.has("sender") and sheet["sender"]:
        blocks.append(Line(sheet["sender"]))
    blocks += [Line(_joined(sheet["day"], sheet["name"])), Rule()]
    if choice.has("lines"):
        for part in sheet["bill"]:
            blocks += [Line(part["name"], align="left", is_bold=True)] if part["name"] else []
            blocks += [Pair(row["name"], row["amount"]) for row in part["rows"]]
        blocks.append(Rule())
    blocks += [Pair(row["name"], row["amount"], is_bold=True) for row in sheet["sums"]]
    if choice.has("payments") and sheet["payments"]:
        blocks.append(Rule())
        blocks += [Pair(_joined(row["day"], row["name"]), row["amount"]) for row in sheet["payments"]]
    return Slip(tuple([*blocks, Rule(), *_foot(sheet, choice)]), locale)


def _ticket(sheet: Sheet, order: Sheet, guest: Sheet, choice: PaperChoice) -> Iterable[Block]:
    yield from _head(sheet, choice)
    yield Line(order["experience"], is_big=True, is_bold=True)
    if choice.has("time"):
        yield Line(_joined(order["day"], order["time"]) or order["waiting"] or "")
    name = (guest["name"] or sheet["name"]) if choice.has("guest") else ""
    kind = guest["kind"] if choice.has("guest_type") else ""
    if name or kind:
        yield Line(_joined(name, kind), is_bold=True)
    if choice.has("extras"):
        yield from (Line(extra) for extra in (*order["extras"], *guest["extras"]))
    if choice.has("place") and order["place"]:
        yield Line(order["place"])
    yield Code(guest["code"])
    yield from _foot(sheet, choice)


def _head(sheet: Sheet, choice: PaperChoice) -> list[Block]:
    found: list[Block] = []
    if choice.has("logo") and choice.logo is not None:
        found.append(Picture(choice.logo))
    if choice.has("operator"):
        found.append(Line(sheet["operator"]))
    return found


def _when(order: Sheet, choice: PaperChoice) -> list[Block]:
    found: list[Block] = []
    if choice.has("time"):
        found.append(Line(_joined(order["day"], order["time"]) or order["waiting"] or ""))
    if choice.has("place") and order["place"]:
        found.append(Line(order["place"]))
    if choice.has("extras"):
        found += [Line(extra) for extra in order["extras"]]
    return found


def _foot(sheet: Sheet, choice: PaperChoice) -> list[Block]:
    found: list[Block] = []
    if choice.has("code"):
        found.append(Line(sheet["code"]))
    if choice.footer:
        found.append(Line(choice.footer))
    return found


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
