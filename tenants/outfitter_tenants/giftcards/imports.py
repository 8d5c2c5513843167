"""
Gift cards of another system from a file: their codes and what is left on them (domain.md 3.5, 3.10, 4.15).

What comes onto a card is a posting of its own kind, with a reason and once for all time: it was sold
elsewhere, so it is value that is owed here and no sale of ours. A card that is there already is never
written again: its value lives in the journal by then.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Final

from django.conf import settings

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    register,
    words,
)
from outfitter.kit import crypto, ids
from outfitter.kit.currencies import OFFERED
from outfitter.kit.zones import to_instant
from outfitter_tenants.audit.operations import record
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.operations.balance import Value, move
from outfitter_tenants.giftcards.operations.creation import Recipient, address, write_code
from outfitter_tenants.giftcards.rules import code_format
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.ledger.operations import PostingCause, PostingLine
from outfitter_tenants.people import queries as people

KIND: Final = "gift_card_import"
ACCOUNT: Final = "gift_cards_imported"

COLUMNS: Final = (
    ImportColumn(
        "code",
        is_required=True,
        example="GIFT-1234-5678",
        max_length=64,
        aliases=words(
            "gift card, gift card code, gift card number, voucher, voucher code, certificate, card number, "
            "gift certificate, gutschein, gutscheincode, número"
        ),
    ),
    ImportColumn(
        "balance",
        "money",
        is_required=True,
        example="75.00",
        currency_column="currency",
        aliases=words(
            "remaining, remaining balance, current balance, value, amount, remaining value, "
            "amount remaining, restwert, guthaben, saldo"
        ),
    ),
    ImportColumn(
        "promo_balance",
        "money",
        example="10.00",
        currency_column="currency",
        aliases=words("bonus, bonus balance, promotional balance, promo, complimentary"),
    ),
    ImportColumn("currency", "currency", example="EUR", aliases=words("currency code, währung, moneda")),
    ImportColumn(
        "expires_at",
        "date",
        example="2028-12-31",
        aliases=words("expires, expiry, expiry date, expiration, expiration date, valid until, gültig bis"),
    ),
    ImportColumn(
        "recipient_name",
        example="Ana Ruiz",
        max_length=160,
        aliases=words("recipient, to, name, recipient full name, empfänger, beschenkter"),
    ),
    ImportColumn(
        "recipient_email",
        "email",
        example="ana@example.com",
        max_length=254,
        aliases=words("email, e mail, recipient e mail, email of recipient"),
    ),
    ImportColumn(
        "sender_name",
        example="Ben Ruiz",
        max_length=160,
        aliases=words("sender, from, purchaser, purchased by, buyer, käufer"),
    ),
    ImportColumn(
        "note", example="Sold in the old system", max_length=2000, aliases=words("notes, comment, comments")
    ),
)


def _keys(row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    return (f"code:{code_format.normalise(row.values['code'])}",)


def _check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    codes = {row.no: code_format.normalise(row.values["code"]) for row in rows}
    known = queries.ids_by_code(codes=list(codes.values()))
    return [_verdict(row, codes[row.no], known.get(codes[row.no]), context) for row in rows]


def _verdict(row: ParsedRow, code: str, known: int | None, context: ImportContext) -> Verdict:
    problems = []
    if not code_format.is_typed(code):
        problems.append(Problem("code", "not_a_code", "A code has 6 to 32 letters and digits."))
    if row.values["balance"] < 0 or row.values.get("promo_balance", 0) < 0:
        problems.append(Problem("balance", "negative", "This must not be negative."))
    elif row.values["balance"] + row.values.get("promo_balance", 0) == 0:
        problems.append(Problem("balance", "empty", "There is nothing left on this card."))
    if row.values.get("currency", context.currency) not in OFFERED:
        problems.append(Problem("currency", "unknown_currency", "There is no such currency."))
    ends = row.values.get("expires_at")
    if ends is not None and _until(ends, context) <= context.at:
        problems.append(Problem("expires_at", "expired", "This date is in the past."))
    if known is not None and context.mode == "insert":
        problems.append(Problem("code", "exists", "Another gift card has this code."))
    # Never "update": what is on a card that is there is the journal's, and would be counted twice.
    return Verdict("create" if known is None else "skip", tuple(problems), known)


def _until(day: date, context: ImportContext) -> datetime:
    """Return the end of a day: a card is good on the last one."""
    return to_instant(day + timedelta(days=1), time(), context.time_zone)


def _write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    verdicts = _check([one.row for one in rows], context)
    style_id = queries.list_styles()[0].pk
    reason = f"Brought along from another system (import {context.transfer_id})."
    written = []
    for one, verdict in zip(rows, verdicts, strict=True):
        if verdict.problems or verdict.action == "skip":
            kept = WrittenRow(one.row.no, "skip", verdict.object_id, problems=verdict.problems)
            written.append(kept)
        else:
            card = _make(one.row, style_id, reason, context)
            written.append(WrittenRow(one.row.no, "create", card.pk))
    return written


def _make(row: ParsedRow, style_id: int, reason: str, context: ImportContext) -> GiftCard:
    values = row.values
    ends = values.get("expires_at")
    until = _until(ends, context) if ends else None
    value = Value(values["balance"], values.get("promo_balance", 0))
    card = GiftCard(
        hash=ids.public_hash(),
        kind="gift",
        status="active",
        code_source="manual",
        currency=values.get("currency", context.currency),
        style_id=style_id,
        created_by=context.avatar_id,
        created_at=context.at,
        changed_at=context.at,
        activated_at=context.at,
        expires_at=until,
        promo_expires_at=until if value.promo else None,
        note=values.get("note", ""),
    )
    locale = people.get_properties().locale.split("-")[0] or "en"
    name, sender = values.get("recipient_name", ""), values.get("sender_name", "")
    address(card, Recipient(name, values.get("recipient_email"), sender=sender, locale=locale))
    write_code(card, code_format.normalise(values["code"]))
    cause = PostingCause(f"{KIND}:{card.pk}", KIND, gift_card_id=card.pk, reason=reason)
    against = [PostingLine(ACCOUNT, -value.whole)]
    move(
        card=card, cause=cause, value=value, against=against, by=context.avatar_id, at=context.at, is_new=True
    )
    record(
        entity_type="gift_card",
        entity_id=card.pk,
        action="gift_card.created",
        at=context.at,
        after={"purchased_amount": value.purchased, "promo_amount": value.promo, "gift_card": card.last4},
        reason=reason,
    )
    return card


def _undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    kept: dict[int, Problem] = {}
    moved = ledger.posting_counts(gift_card_ids=list(rows))
    held = queries.held_cards(ids=list(rows))
    for card in GiftCard.objects.select_for_update(of=("self",)).filter(pk__in=rows).order_by("pk"):
        if moved.get(card.pk, 0) > 1 or card.pk in held or card.status == "void":
            name = code_format.masked(card.last4)
            kept[card.pk] = Problem("", "still_used", f"The card {name} has been used.", {"name": name})
        else:
            _take_back(card, context)
    return kept


def _take_back(card: GiftCard, context: ImportContext) -> None:
    """Make a card void whose value nobody has touched; its code may come in again."""
    value = Value(card.balance_purchased, card.balance_promo)
    reason = f"The import {context.transfer_id} was undone."
    cause = PostingCause(f"{KIND}_undo:{card.pk}", KIND, gift_card_id=card.pk, reason=reason)
    against = [PostingLine(ACCOUNT, value.whole)]
    move(
        card=card,
        cause=cause,
        value=-value,
        against=against,
        by=context.avatar_id,
        at=context.at,
        is_new=True,
    )
    card.status, card.voided_at, card.void_reason = "void", context.at, reason
    # The journal keeps the card; what it was spent with is free again.
    spent = f"undone:{card.pk}"
    card.code_hash = queries.hash_of_code(spent)
    card.code_encrypted = crypto.encrypt_json(settings.FIELD_KEYS, {"code": spent})
    card.changed_at, card.version = context.at, card.version + 1
    card.save()
    record(
        entity_type="gift_card",
        entity_id=card.pk,
        action="gift_card.removed",
        at=context.at,
        before={"gift_card": card.last4},
        reason=reason,
    )


IMPORTER: Final = register(
    Importer(
        object="gift_cards",
        permission="giftcard.manage",
        columns=COLUMNS,
        check=_check,
        write=_write,
        undo=_undo,
        keys=_keys,
    )
)
