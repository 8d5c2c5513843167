"""Retail products: kept over HTTP, taken off the shelf by several tills at once."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Product
from outfitter_tenants.catalog.operations.products import OutOfStock, return_stock, take_stock
from outfitter_tenants.catalog.queries.extras import ProductNotFound
from outfitter_tenants.pricing.operations import save_surcharge
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

SHIRT = {"name": "Shirt", "price": 2000, "sku": "SH-1", "category": "Wear"}


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def make(owner: Client, **given: Any) -> dict[str, Any]:
    answer = post(owner, "/api/product/save", {**SHIRT, **given})
    assert answer.status_code == 200, answer.content
    return answer.json()


def faults(answer: Any) -> set[str]:
    return set(assert_error(answer, 422, "validation_failed")["detail"]["fields"])


class TestOverHttp:
    def test_made_changed_and_told(self, owner: Client) -> None:
        tax = save_surcharge(
            kind="tax",
            at=utc_now(),
            values={"name": "VAT", "rate_ppm": 190_000, "calc": "percent", "applies_to": ["products"]},
        )
        made = make(owner, is_track_stock=True, stock_qty=5, tax_ids=[tax], barcode="4006381")
        assert made == {
            **SHIRT,
            "id": made["id"],
            "barcode": "4006381",
            "is_price_editable": False,
            "tax_ids": [tax],
            "stock_qty": 5,
            "image": None,
            "is_active": True,
            "position": 0,
            "version": 1,
        }
        change = {"id": made["id"], "is_track_stock": True, "tax_ids": [tax], "barcode": "4006381"}
        assert make(owner, **change)["version"] == 1
        changed = make(owner, **change, price=2500, version=1)
        assert (changed["price"], changed["stock_qty"], changed["version"]) == (2500, 5, 2)
        body = {**SHIRT, **change, "version": 1}
        assert_error(post(owner, "/api/product/save", body), 409, "stale_version")
        assert AuditLog.objects.filter(entity_type="product").count() == 2

    def test_found_by_name_sku_bar_code_and_category(self, owner: Client) -> None:
        make(owner, barcode="4006381")
        make(owner, name="Mug 100%", sku=None, category="Home")

        def found(query: str) -> list[str]:
            answer = owner.get(f"/api/products/get?{query}")
            return [row["name"] for row in answer.json()]

        assert found("") == ["Shirt", "Mug 100%"]
        assert found("q=shi") == found("q=sh-1") == found("q=4006381") == ["Shirt"]
        assert found("q=%25") == ["Mug 100%"]
        assert found("category=home") == ["Mug 100%"]
        assert found("q=nothing") == []

    def test_ordered_archived_and_restored(self, owner: Client) -> None:
        one, other = (make(owner, sku=sku)["id"] for sku in "AB")
        rows = post(owner, "/api/products/reorder", {"ids": [other, one]}).json()
        assert [row["id"] for row in rows] == [other, one]
        assert faults(post(owner, "/api/products/reorder", {"ids": [one]})) == {"ids"}
        assert post(owner, f"/api/product/{one}/archive").json()["is_active"] is False
        assert [row["id"] for row in owner.get("/api/products/get").json()] == [other]
        archived = owner.get("/api/products/get?is_archived=true").json()
        assert [row["id"] for row in archived] == [one]
        assert post(owner, f"/api/product/{one}/restore").json()["is_active"] is True

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"name": " "}, "name"),
            ({"name": "👕" * 200}, "name"),
            ({"price": -1}, "price"),
            ({"price": 10**13}, "price"),
            ({"sku": "SH-1"}, "sku"),
            ({"tax_ids": [99]}, "tax_ids"),
            ({"stock_qty": -1}, "stock_qty"),
            ({"stock_qty": 10**9}, "stock_qty"),
            ({"barcode": "x" * 61}, "barcode"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, given: Any, field: str) -> None:
        make(owner)
        body = {"name": "Mug", "price": 1, **given}
        assert faults(post(owner, "/api/product/save", body)) == {field}

    def test_strangers_and_neighbours(self, owner: Client, client_for: Any) -> None:
        made = make(owner)["id"]
        assert_error(client_for("reef").get("/api/products/get"), 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert peak.get("/api/products/get").json() == []
        assert_error(post(peak, f"/api/product/{made}/archive"), 404, "not_found")
        assert_error(post(peak, "/api/product/save", {**SHIRT, "id": made}), 404, "not_found")


def shelf(stock_qty: int, **given: Any) -> Product:
    values = {"name": "Mug", "price": 900, "is_track_stock": True, **given}
    return Product.objects.create(stock_qty=stock_qty, **values)


class TestAdjustment:
    def test_a_delivery_counts_on_top_of_what_was_sold_meanwhile(self, owner: Client) -> None:
        made = make(owner, is_track_stock=True, stock_qty=5)
        take_stock(quantities={made["id"]: 2})
        path = f"/api/product/{made['id']}/stock/adjust"
        more = post(owner, path, {"by": 24, "reason": "Delivery"}).json()
        assert (more["stock_qty"], more["version"]) == (27, made["version"])
        assert post(owner, path, {"by": -1}).json()["stock_qty"] == 26
        told = AuditLog.objects.filter(entity_type="product", reason="Delivery").get()
        assert (told.before, told.after) == ({"stock_qty": 3}, {"stock_qty": 27})

    @pytest.mark.parametrize("by", [-6, 10_000_000, 10**9])
    def test_never_below_nothing_nor_beyond_reason(self, owner: Client, by: int) -> None:
        made = make(owner, is_track_stock=True, stock_qty=5)["id"]
        assert faults(post(owner, f"/api/product/{made}/stock/adjust", {"by": by})) == {"by"}

    def test_what_is_not_counted_and_what_is_not_there(self, owner: Client, client_for: Any) -> None:
        made = make(owner)["id"]
        path = f"/api/product/{made}/stock/adjust"
        assert faults(post(owner, path, {"by": 1})) == {"by"}
        assert_error(post(owner_of(client_for, "peak"), path, {"by": 1}), 404, "not_found")
        assert_error(post(client_for("reef"), path, {"by": 1}), 401, "unauthenticated")


def test_the_taxes_to_choose_from(owner: Client, client_for: Any) -> None:
    tax = save_surcharge(
        kind="tax",
        at=utc_now(),
        values={"name": "VAT", "rate_ppm": 190_000, "calc": "percent", "applies_to": ["products"]},
    )
    rows = owner.get("/api/taxes/get").json()
    assert rows == [
        {
            "id": tax,
            "name": "VAT",
            "calc": "percent",
            "rate_ppm": 190_000,
            "amount": 0,
            "applies_to": ["products"],
        }
    ]
    assert_error(client_for("reef").get("/api/taxes/get"), 401, "unauthenticated")


class TestStock:
    @pytest.mark.usefixtures("reef")
    def test_taken_and_returned_all_or_none(self) -> None:
        mug, shirt, free = shelf(3), shelf(1, name="Shirt"), shelf(0, is_track_stock=False)
        take_stock(quantities={mug.pk: 2, shirt.pk: 1, free.pk: 50})
        with pytest.raises(OutOfStock, match="Only 0 left of Shirt") as problem:
            take_stock(quantities={mug.pk: 1, shirt.pk: 1})
        assert problem.value.detail == {"product_id": shirt.pk, "stock_qty": 0}
        assert left(mug) == 1
        return_stock(quantities={mug.pk: 2, free.pk: 9})
        assert (left(mug), left(free)) == (3, 0)

    @pytest.mark.usefixtures("reef")
    def test_what_is_none_is_refused(self) -> None:
        for change in (take_stock, return_stock):
            with pytest.raises(ProductNotFound):
                change(quantities={999_999: 1})
            with pytest.raises(ValueError, match="zero"):
                change(quantities={1: -1})

    @pytest.mark.django_db(transaction=True)
    def test_many_tills_never_sell_more_than_there_is(self) -> None:
        account = Account.objects.get(schema_name=database.REEF.schema_name)
        connection.set_tenant(account)
        mug, shirt = shelf(10), shelf(10, name="Shirt")
        outcomes: list[str] = []
        together = threading.Barrier(8)

        def sell(pair: dict[int, int]) -> None:
            try:
                connection.set_tenant(account)
                together.wait()
                for _ in range(4):
                    try:
                        take_stock(quantities=pair)
                        outcomes.append("sold")
                    except OutOfStock:
                        outcomes.append("out")
            finally:
                connection.close()

        # Two orders of the same things: a till that locked as it was told would wait for ever.
        pairs = [{mug.pk: 1, shirt.pk: 1}, {shirt.pk: 1, mug.pk: 1}] * 4
        threads = [threading.Thread(target=sell, args=[pair]) for pair in pairs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (outcomes.count("sold"), outcomes.count("out")) == (10, 22)
        assert (left(mug), left(shirt)) == (0, 0)


def left(product: Product) -> int:
    product.refresh_from_db()
    return product.stock_qty
