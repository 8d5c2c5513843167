"""Each kind: a right file becomes rows, the same again changes nothing, and all of it goes again."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps

from outfitter.db.imports import find_importer
from outfitter_tenants.transfer.imports.presets import PRESETS
from tests.imports.import_calls import bring_in, checked, undo

Rows = list[list[object]]


@dataclass(frozen=True)
class Kind:
    """A kind with a file of two rows, what they become, and how a second file changes the first row."""

    name: str
    model: str
    head: list[object]
    rows: Rows
    changed: list[object] | None
    fields: dict[str, Any]
    after: dict[str, Any]


KINDS = [
    Kind(
        "customers",
        "customers.Customer",
        ["first_name", "last_name", "email", "country"],
        [["Ana", "Ruiz", "ana@example.com", "Spain"], ["Ben", "Stone", "ben@example.com", ""]],
        ["Ana", "Sol", "ana@example.com", "ES"],
        {"last_name": "Ruiz", "country": "ES"},
        {"last_name": "Sol"},
    ),
    Kind(
        "gift_cards",
        "giftcards.GiftCard",
        ["Gift card number", "Remaining balance", "Bonus", "Currency", "Expires"],
        [["OLD-1234-ABC", "75.50", "10", "USD", "2031-12-31"], ["OLD-9999-XYZ", "20", "", "", ""]],
        None,
        {"balance_purchased": 7550, "balance_promo": 1000, "currency": "USD", "status": "active"},
        {},
    ),
    Kind(
        "offer_codes",
        "pricing.OfferCode",
        ["Promo code", "Percent off", "Discount amount", "Valid from", "Max uses"],
        [["summer10", "10%", "", "2026-12-31", "100"], ["FIVE", "", "$5.00", "", ""]],
        ["SUMMER10", "12.5", "", "2026-12-31", "200"],
        {"code": "SUMMER10", "kind": "percent", "value": 100_000, "usage_limit": 100},
        {"value": 125_000, "usage_limit": 200},
    ),
    Kind(
        "resellers",
        "resellers.Reseller",
        ["Partner", "Type", "Contact person", "E-Mail", "Commission", "Credit limit"],
        [["Hotel Mar", "hotel", "Eva", "eva@mar.example", "15", "5000"], ["Tours Inc", "", "", "", "", ""]],
        ["hotel mar", "concierge", "", "", "20", ""],
        {"name": "Hotel Mar", "reseller_type": "concierge", "commission_ppm": 150_000},
        {"commission_ppm": 200_000, "credit_limit_amount": 500_000},
    ),
    Kind(
        "resources",
        "scheduling.Resource",
        ["Boat", "Pool", "Type", "Seats"],
        [["Sea Lion", "Boats", "boat", "12"], ["Orca", "boats", "", "8"]],
        ["Sea lion", "Boats", "vessel", "14"],
        {"name": "Sea Lion", "capacity": 12},
        {"capacity": 14},
    ),
    Kind(
        "products",
        "catalog.Product",
        ["Article", "Retail price", "SKU", "In stock"],
        [["T-shirt", "19.90", "SHIRT", "40"], ["Mug", "9", "", ""]],
        ["T-shirt new", "21", "SHIRT", "35"],
        {"name": "T-shirt", "price": 1990, "stock_qty": 40, "is_track_stock": True},
        {"name": "T-shirt new", "price": 2100, "stock_qty": 35},
    ),
]


def row_of(kind: Kind, pk: int):
    return apps.get_model(kind.model).objects.get(pk=pk)


def values(row, wanted: dict[str, Any]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in wanted}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rows_come_in_once_change_and_go_again(rita, kind):
    model = apps.get_model(kind.model)
    before = set(model.objects.values_list("pk", flat=True))

    done = bring_in(rita, kind.name, [kind.head, *kind.rows])

    assert (done["status"], done["created_rows"], done["error_rows"]) == ("done", 2, 0), done["check"]
    made = sorted(set(model.objects.values_list("pk", flat=True)) - before)
    first = model.objects.get(pk=made[0])
    assert values(first, kind.fields) == kind.fields

    again = bring_in(rita, kind.name, [kind.head, *kind.rows])
    assert (again["created_rows"], again["skipped_rows"]) == (0, 2)
    refused = checked(rita, kind.name, [kind.head, *kind.rows], mode="insert")
    assert (refused["ok"], refused["duplicates"]) == (0, 2)
    assert {one["code"] for one in refused["errors"]} == {"exists"}
    assert refused["confirm_token"] is None

    if kind.changed:
        changed = bring_in(rita, kind.name, [kind.head, kind.changed], mode="upsert")
        assert (changed["updated_rows"], changed["created_rows"]) == (1, 0)
        first.refresh_from_db()
        assert values(first, kind.after) == kind.after
        assert undo(rita, changed["iej_id"])["undo"]["status"] == "done"
        first.refresh_from_db()
        assert values(first, kind.fields) == kind.fields


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_import_goes_again_and_may_come_again(rita, kind):
    model = apps.get_model(kind.model)
    before = set(model.objects.values_list("pk", flat=True))
    done = bring_in(rita, kind.name, [kind.head, *kind.rows])

    undone = undo(rita, done["iej_id"])

    assert undone["undo"] == {
        **undone["undo"],
        "status": "done",
        "undone": 2,
        "kept": 0,
        "is_possible": False,
    }
    left = model.objects.exclude(pk__in=before)
    # A card stays for its journal, void and with nothing on it.
    assert [row.status for row in left] == (["void", "void"] if kind.name == "gift_cards" else [])
    assert bring_in(rita, kind.name, [kind.head, *kind.rows])["created_rows"] == 2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_nothing_is_written_in_a_dry_run(rita, kind):
    model = apps.get_model(kind.model)
    cnt = model.objects.count()
    done = bring_in(rita, kind.name, [kind.head, *kind.rows], dry_run=True)
    assert (done["status"], done["ok_rows"], done["created_rows"]) == ("done", 2, 0)
    assert model.objects.count() == cnt
    assert not done["undo"]["is_possible"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_its_examples_are_right_and_its_headings_lead_to_one_column(kind):
    from outfitter_tenants.transfer.imports.cell_values import CellRules, read_cell
    from outfitter_tenants.transfer.imports.column_guess import guess_mapping, plain

    importer = find_importer(kind.name)
    rules = CellRules("UTC", "EUR", "ES", "ymd", ".")
    for column in importer.columns:
        assert column.example, column.key
        read_cell(column, column.example, rules)
    names = [plain(name) for column in importer.columns for name in (column.key, *column.aliases)]
    assert len(names) == len(set(names)), sorted(n for n in set(names) if names.count(n) > 1)
    keys = [column.key for column in importer.columns]
    assert guess_mapping(importer, keys, []) == dict(zip(keys, keys, strict=True))


def test_presets_fill_columns_that_are_there():
    for preset in PRESETS:
        there = {column.key for column in find_importer(preset.object).columns}
        assert set(preset.columns) <= there, preset.slug
