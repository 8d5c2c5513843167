"""Gift cards through HTTP: every call with its success and its refusals."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.people.defaults import ROLES
from outfitter_tenants.people.models import Properties, Role
from outfitter_tenants.trips import queries as trips
from tests.giftcards.card_calls import MIA, apply, empty_trip, make_card, pay, sell_card, wanted
from tests.giftcards.card_value import assert_worth
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import reserve
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def visitor(reef, client_for):
    return client_for("reef")


def post(client: Any, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def done(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.content[:800]
    return dict(answer.json())


def code_of(gift_card_id: int) -> str:
    from outfitter_tenants.giftcards import queries

    return queries.plain_code(queries.get_card(gift_card_id=gift_card_id))


def hash_of(trip_id: int) -> str:
    return trips.get_trip(trip_id=trip_id).hash


def without(permission: str) -> None:
    for role in Role.objects.all():
        role.permissions = [code for code in role.permissions if code != permission]
        role.save()


class TestSave:
    def test_sold_with_a_trip(self, staff):
        trip_id = make_reserved()
        answer = done(
            post(
                staff,
                "/api/giftCard/save",
                trip=trip_id,
                purchased_amount=5000,
                recipient_name="Sam",
                recipient_email="sam@example.com",
                message="Enjoy!",
            )
        )

        card = answer["giftCard"]
        assert (card["status"], card["sold_price"], card["balance"]) == ("pending", 5000, 0)
        assert len(answer["code"].replace("-", "")) == 17
        (line,) = [x for x in answer["trip"]["priceLines"] if x["kind"] == "gift_card"]
        assert (line["amount"], answer["trip"]["giftCards"][0]["sale_status"]) == (5000, "waits")

        pay(trip_id, answer["trip"]["totals"]["balance"])
        assert_worth(card["id"], purchased=5000)

    def test_by_itself_and_changed(self, staff):
        card = done(
            post(
                staff,
                "/api/giftCard/save",
                purchased_amount=5000,
                code_source="manual",
                code="shop-0017",
                is_physical=True,
            )
        )["giftCard"]
        assert (card["last4"], card["sold_trip"]) == ("0017", None)

        changed = done(
            post(
                staff,
                "/api/giftCard/save",
                id=card["id"],
                note="Shelf 3",
                price=6000,
                version=card["version"],
            )
        )["giftCard"]
        assert (changed["note"], changed["sold_price"]) == ("Shelf 3", 6000)

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"purchased_amount": 0}, "purchased_amount"),
            ({"purchased_amount": 500, "style_id": 999}, "style_id"),
            ({"purchased_amount": 500, "code_source": "manual"}, "code"),
            ({"purchased_amount": 500, "code_source": "manual", "code": "ab"}, "code"),
            ({"purchased_amount": 500, "code": "ABCDEFGH"}, "code_source"),
            ({"purchased_amount": 500, "price": 499}, "price"),
        ],
    )
    def test_what_is_refused(self, staff, body, field):
        answer = post(staff, "/api/giftCard/save", **body)
        assert_error(answer, 422, "validation_failed")
        assert field in answer.json()["detail"]["fields"]

    def test_a_code_once(self, staff):
        body = {"purchased_amount": 500, "code_source": "manual", "code": "shop-17"}
        done(post(staff, "/api/giftCard/save", **body))
        assert_error(post(staff, "/api/giftCard/save", **body), 422, "validation_failed")

    def test_desks_sell_plain_cards_only(self, staff):
        without("giftcard.manage")
        trip_id = make_reserved()

        done(post(staff, "/api/giftCard/save", trip=trip_id, purchased_amount=500))
        for body in ({"promo_amount": 10}, {"price": 600}, {"expires_at": "2030-01-01T00:00:00Z"}):
            refused = post(staff, "/api/giftCard/save", trip=trip_id, purchased_amount=500, **body)
            assert_error(refused, 403, "forbidden")
        assert_error(post(staff, "/api/giftCard/save", purchased_amount=500), 403, "forbidden")

    def test_visitors_where_cards_are_sold_online(self, visitor):
        trip_id = fill_cart(make_offer())
        body = {"trip": hash_of(trip_id), "purchased_amount": 5000, "recipient_name": "Sam"}
        assert_error(post(visitor, "/api/giftCard/save", **body), 403, "forbidden")

        Properties.objects.update_or_create(pk=1, defaults={"gift_cards": {"is_sold_online": True}})
        answer = done(post(visitor, "/api/giftCard/save", **body))
        assert (answer["code"], answer["giftCard"]["status"]) == (None, "pending")
        low = {**body, "purchased_amount": 1}
        assert_error(post(visitor, "/api/giftCard/save", **low), 422, "validation_failed")
        gift = {**body, "promo_amount": 1}
        assert_error(post(visitor, "/api/giftCard/save", **gift), 403, "forbidden")


class TestKeep:
    def test_list_and_get(self, staff):
        card = make_card(5000, 700)

        page = done(staff.get("/api/giftCards/get", {"search": "sam", "sort": "-balance"}))
        assert [row["id"] for row in page["data"]] == [card]
        assert page["data"][0]["code_masked"].startswith("••••")
        by_code = done(staff.get("/api/giftCards/get", {"search": code_of(card).lower()}))
        assert by_code["meta"]["total"] == 1

        whole = done(staff.get(f"/api/giftCard/{card}/get"))
        assert [(x["kind"], x["amount"]) for x in whole["movements"]] == [("gift_card_activate", 5700)]
        assert_error(staff.get("/api/giftCard/999/get"), 404, "not_found")

    def test_figures(self, staff):
        make_card(5000, 700)
        found = done(staff.get("/api/giftCards/figures"))
        assert (found["outstanding_purchased"], found["outstanding_promo"]) == (5000, 700)
        assert found["months"][-1]["sold"] == 5000

    def test_what_was_owed_on_a_day(self, staff):
        then = utc_now() - timedelta(days=40)
        make_card(5000, 700, at=then)
        trip_id, card = make_reserved(), make_card(1000)
        apply(trip_id, card)

        def owed(days: int) -> tuple[int, int]:
            day = (then + timedelta(days=days)).date().isoformat()
            found = done(staff.get("/api/giftCards/figures", {"date": day}))
            assert found["as_of"] == day
            return found["outstanding_purchased"], found["outstanding_promo"]

        assert (owed(-2), owed(2), owed(50)) == ((0, 0), (5000, 700), (5000, 700))
        bad = staff.get("/api/giftCards/figures", {"date": "the day before"})
        assert_error(bad, 422, "validation_failed")

    def test_activate_by_number_and_by_code(self, staff):
        made = [
            done(post(staff, "/api/giftCard/save", purchased_amount=500, code_source="manual", code=code))[
                "giftCard"
            ]["id"]
            for code in ("SHOP-0001", "90000002")
        ]
        for key in (str(made[0]), "90000002"):
            unpaid = post(staff, f"/api/giftCard/{key}/activate")
            assert_error(unpaid, 422, "gift_card_invalid")
            assert unpaid.json()["detail"]["reason"] == "unpaid"
        done(post(staff, f"/api/giftCard/{made[0]}/activate", reason="A prize"))
        done(post(staff, "/api/giftCard/90000002/activate", reason="A prize"))
        assert_worth(made[1], promo=500)
        again = post(staff, f"/api/giftCard/{made[0]}/activate", reason="A prize")
        assert_error(again, 422, "gift_card_invalid")
        assert_error(post(staff, "/api/giftCard/NOBODYS1/activate"), 404, "not_found")

    def test_not_before_its_trip_is_sold(self, staff):
        card = sell_card(fill_cart(make_offer()))
        assert_error(post(staff, f"/api/giftCard/{card}/activate"), 422, "gift_card_invalid")

    def test_reload(self, staff):
        card, trip_id = make_card(500), make_reserved()
        done(post(staff, f"/api/giftCard/{card}/reload", promo_amount=50, reason="Storm"))
        assert_worth(card, purchased=500, promo=50)

        answer = done(post(staff, f"/api/giftCard/{card}/reload", amount=200, trip=trip_id))
        assert_worth(card, purchased=500, promo=50)
        pay(trip_id, answer["trip"]["totals"]["balance"])
        assert_worth(card, purchased=700, promo=50)

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "amount"),
            ({"amount": 0}, "amount"),
            ({"amount": 300}, "amount"),
            ({"amount": 300, "promo_amount": 50, "reason": "Storm"}, "amount"),
            ({"promo_amount": 50}, "reason"),
            ({"promo_amount": 50, "reason": " "}, "reason"),
        ],
    )
    def test_nothing_comes_onto_a_card_that_nobody_pays_or_gives(self, staff, body, field):
        card = make_card(500)
        refused = post(staff, f"/api/giftCard/{card}/reload", **body)
        assert_error(refused, 422, "validation_failed")
        assert list(refused.json()["detail"]["fields"]) == [field]
        assert_worth(card, purchased=500)

    def test_desks_give_nothing_away(self, staff):
        card, made = make_card(500), gift_cards.make(wanted=wanted(), by=MIA, at=utc_now())
        without("giftcard.manage")
        given = {"promo_amount": 50, "reason": "Storm"}
        assert_error(post(staff, f"/api/giftCard/{card}/reload", **given), 403, "forbidden")
        on_trip = {"promo_amount": 50, "amount": 50, "trip": make_reserved()}
        assert_error(post(staff, f"/api/giftCard/{card}/reload", **on_trip), 403, "forbidden")
        activated = post(staff, f"/api/giftCard/{made}/activate", reason="A prize")
        assert_error(activated, 403, "forbidden")
        assert_worth(card, purchased=500)

    def test_a_card_out_of_the_drawer_is_sold(self, staff):
        card = gift_cards.make(wanted=wanted(4000, 100, code="SHELF01"), by=MIA, at=utc_now())
        trip_id = empty_trip()
        both = post(staff, "/api/giftCard/SHELF01/activate", trip=trip_id, reason="A prize")
        assert_error(both, 422, "validation_failed")
        answer = done(post(staff, "/api/giftCard/SHELF01/activate", trip=trip_id))
        assert answer["trip"]["totals"]["total"] == 4000
        assert answer["giftCard"]["sold_trip"]["id"] == trip_id
        assert_worth(card)
        again = post(staff, "/api/giftCard/SHELF01/activate", trip=trip_id)
        assert_error(again, 422, "gift_card_invalid")
        reserve(trip_id)
        pay(trip_id, 4000)
        assert_worth(card, purchased=4000, promo=100)

    def test_clone(self, staff):
        card = make_card(500, 20)
        answer = done(post(staff, f"/api/giftCard/{card}/clone"))
        assert answer["giftCard"]["status"] == "pending"
        assert answer["giftCard"]["sales"][0]["promo_amount"] == 20
        assert answer["code"] != code_of(card)
        assert_error(post(staff, "/api/giftCard/999/clone"), 404, "not_found")

    def test_remove(self, staff):
        card = make_card(500)
        assert_error(post(staff, f"/api/giftCard/{card}/remove"), 422, "validation_failed")
        answer = done(post(staff, f"/api/giftCard/{card}/remove", reason="lost"))
        assert (answer["giftCard"]["status"], answer["giftCard"]["void_reason"]) == ("void", "lost")
        assert_worth(card)
        again = post(staff, f"/api/giftCard/{card}/remove", reason="lost")
        assert_error(again, 422, "gift_card_invalid")

    def test_remove_all(self, staff):
        trip_id = make_reserved()
        sell_card(trip_id), sell_card(trip_id)
        answer = done(post(staff, f"/api/giftCards/removeAll/{trip_id}", reason="no"))
        assert answer["trip"]["totals"]["total"] == 2 * 4900 + 2900
        assert set(GiftCard.objects.values_list("status", flat=True)) == {"void"}

    def test_styles_and_code(self, staff, visitor):
        assert len(done_list(visitor.get("/api/giftCard/getStyles"))) == 6
        card = make_card()
        shown = done(post(staff, f"/api/giftCard/{card}/code"))["code"]
        assert shown == code_of(card)
        without("giftcard.manage")
        assert_error(post(staff, f"/api/giftCard/{card}/code"), 403, "forbidden")


class TestLookUp:
    def test_desks_look_and_change_nothing(self, staff):
        card = make_card(500)
        without("giftcard.manage")

        assert staff.get("/api/giftCards/get").status_code == 200
        shown = staff.get(f"/api/giftCard/{card}/get")
        assert (shown.status_code, shown.json()["balance"]) == (200, 500)
        assert code_of(card) not in shown.content.decode()
        found = staff.get("/api/giftCard/search", {"code": code_of(card)}).json()["giftCard"]
        assert (found["id"], found["balance"]) == (card, 500)
        for call in (f"/api/giftCard/{card}/code", f"/api/giftCard/{card}/clone"):
            assert_error(post(staff, call), 403, "forbidden")
        assert_error(staff.get(f"/api/giftCard/{card}/pdf"), 403, "forbidden")

    def test_nobody_else_does(self, staff):
        card = make_card(500)
        without("giftcard.view")

        assert_error(staff.get("/api/giftCards/get"), 403, "forbidden")
        assert_error(staff.get(f"/api/giftCard/{card}/get"), 403, "forbidden")

    def test_the_reservations_agent_may(self):
        assert "giftcard.view" in ROLES["reservations_agent"][1]
        assert "giftcard.manage" not in ROLES["reservations_agent"][1]


def done_list(answer: Any) -> list[Any]:
    assert answer.status_code == 200, answer.content[:800]
    return list(answer.json())


class TestSearch:
    def test_visitors_see_a_balance_and_no_more(self, visitor):
        card = make_card(5000, 200)
        typed = code_of(card).lower().replace("-", " ").replace("0", "o").replace("1", "l")
        found = done(visitor.get("/api/giftCard/search", {"code": typed}))
        assert found["giftCards"] == []
        assert found["giftCard"]["balance"] == 5200
        assert (found["giftCard"]["id"], found["giftCard"]["email_hint"]) == (None, ".com")
        looked = visitor.get("/api/giftCard/search", {"q": "sam"})
        assert_error(looked, 403, "forbidden")

    def test_staff_look_for_people(self, staff):
        card = make_card()
        found = done(staff.get("/api/giftCard/search", {"q": "sam example"}))
        assert [row["id"] for row in found["giftCards"]] == [card]

    def test_who_guesses_has_to_wait(self, visitor):
        card = make_card()
        for number in range(10):
            wrong = visitor.get("/api/giftCard/search", {"code": f"WRONG{number}"})
            assert_error(wrong, 422, "gift_card_invalid")
        right = visitor.get("/api/giftCard/search", {"code": code_of(card)})
        assert_error(right, 429, "rate_limited")
        assert right.json()["detail"]["retry_after"] > 0


class TestTrip:
    def test_apply_and_unapply_on_a_cart(self, visitor):
        trip_id, card = fill_cart(make_offer()), make_card(5000)
        path = f"/api/trip/{hash_of(trip_id)}/giftCard"
        answer = done(post(visitor, f"{path}/apply", code=code_of(card)))
        (payment,) = answer["trip"]["payments"]
        assert (payment["amount"], payment["method"]) == (5000, "gift_card")
        assert payment["held_until"]
        assert answer["trip"]["totals"]["due_now"] == 2 * 4900 + 2900 - 5000

        back = done(post(visitor, f"{path}/unapply", payment_id=payment["id"]))
        assert back["trip"]["totals"]["paid"] == 0
        again = post(visitor, f"{path}/unapply", payment_id=payment["id"])
        assert_error(again, 404, "not_found")

    def test_refusals(self, staff, visitor):
        trip_id, card = make_reserved(), make_card()
        unknown = post(staff, f"/api/trip/{trip_id}/giftCard/apply", code="NOBODYS1")
        assert_error(unknown, 422, "gift_card_invalid")
        numbered = post(visitor, f"/api/trip/{trip_id}/giftCard/apply", code=code_of(card))
        assert_error(numbered, 404, "not_found")
        sold = post(visitor, f"/api/trip/{hash_of(trip_id)}/giftCard/apply", code=code_of(card))
        assert_error(sold, 409, "already_done")
        stale = post(staff, f"/api/trip/{trip_id}/giftCard/apply", code=code_of(card), version=1)
        assert_error(stale, 409, "stale_version")
        without("payment.take")
        mine = post(staff, f"/api/trip/{trip_id}/giftCard/apply", code=code_of(card))
        assert mine.status_code in {403, 404}

    def test_a_double_click_pays_once(self, staff):
        trip_id, card = make_reserved(), make_card(20000)
        body = {"code": code_of(card), "amount": 1000}
        for _ in range(2):
            answer = staff.post(
                f"/api/trip/{trip_id}/giftCard/apply",
                body,
                content_type="application/json",
                headers={"Idempotency-Key": "one"},
            )
            assert done(answer)["trip"]["totals"]["paid"] == 1000
        assert_worth(card, purchased=19000)
