"""Trips that buy cards: what they owe, when the value counts, what a card taken back leaves."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.gift_cards import card_sales, daily_jobs
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.gift_cards.card_sales import CardInUse
from outfitter_tenants.checkout.sales import conversion, reservation
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.giftcards.models import CodeTry, GiftCard, GiftCardSale
from outfitter_tenants.giftcards.operations import GiftCardInvalid, Value, rate_limits
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import Entry
from outfitter_tenants.ledger.operations import PostingCause, PostingLine
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.giftcards.card_calls import MIA, apply, make_card, money_of, pay, sell_card
from tests.giftcards.card_value import assert_worth
from tests.support.offer_codes import make_code
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import logged, make_reserved, status

pytestmark = pytest.mark.usefixtures("reef")
WHOLE = 2 * 4900 + 2900


def set_rules(**rules):
    Properties.objects.update_or_create(pk=1, defaults={"gift_cards": rules})


def state(gift_card_id):
    return GiftCard.objects.get(pk=gift_card_id).status


def take_off(trip_id, gift_card_id):
    return card_sales.take_off(
        trip_id=trip_id, gift_card_id=gift_card_id, reason="not wanted", by=MIA, at=utc_now()
    )


class TestWhenItCounts:
    def test_once_its_whole_price_is_paid(self):
        trip_id = make_reserved()
        card = sell_card(trip_id, 3000, 500)
        pay(trip_id, 2999)
        assert (state(card), money_of(trip_id)[0]) == ("pending", WHOLE + 3000)

        pay(trip_id, 1)

        assert state(card) == "active"
        assert_worth(card, purchased=3000, promo=500)
        assert "gift_card.activated" in logged(trip_id)

    def test_money_of_cards_does_not_count(self):
        trip_id, other = make_reserved(), make_card(50_000)
        card = sell_card(trip_id, 3000)
        apply(trip_id, other)
        assert state(card) == "pending"
        pay(trip_id, 3000)
        assert state(card) == "active"

    def test_not_while_it_is_a_cart(self):
        trip_id = fill_cart(make_offer())
        card = sell_card(trip_id, 3000)
        with pytest.raises(GiftCardInvalid):
            apply(trip_id, card)

    def test_a_trip_of_nothing_but_a_card(self):
        trip_id = fill_cart(make_offer(), adults=1, children=0)
        Trip.objects.get(pk=trip_id).orders.all().delete()
        card = sell_card(trip_id, 3000)
        done = trips.get_trip(trip_id=trip_id)
        assert (done.total_amount, done.deposit_due_amount) == (3000, 3000)

        reservation.reserve(trip_id=trip_id, is_told=False, by=MIA, at=utc_now())
        pay(trip_id, 3000)

        assert (status(trip_id), state(card)) == ("reserved", "active")

    def test_an_empty_trip_is_still_empty(self):
        trip_id = fill_cart(make_offer(), adults=1, children=0)
        Trip.objects.get(pk=trip_id).orders.all().delete()
        take_off(trip_id, sell_card(trip_id, 3000))
        with pytest.raises(conversion.EmptyTrip):
            reservation.reserve(trip_id=trip_id, is_told=False, by=MIA, at=utc_now())

    def test_staff_activate_what_is_paid_otherwise(self):
        trip_id = make_reserved()
        card = sell_card(trip_id, 3000)
        gift_cards.activate(gift_card_id=card, by=MIA, at=utc_now())
        assert_worth(card, purchased=3000)
        pay(trip_id, WHOLE + 3000)
        assert_worth(card, purchased=3000)


class TestPrice:
    def test_no_code_takes_anything_off_it(self):
        make_code(code="TENTH", kind="percent", value=100_000)
        trip_id = fill_cart(make_offer())
        sell_card(trip_id, 3000)
        from outfitter_tenants.checkout.trip_prices import offer_codes

        offer_codes.add(trip_id=trip_id, code="TENTH", is_replacing=False, by=MIA, at=utc_now())

        assert money_of(trip_id)[0] == WHOLE - WHOLE // 10 + 3000

    @pytest.mark.parametrize(("mode", "tax"), [("multi_purpose", 1270), ("single_purpose", 1570)])
    def test_taxed_when_the_operator_sells_single_purpose_vouchers(self, mode, tax):
        set_rules(tax_mode=mode)
        values = {"name": "VAT", "calc": "percent", "rate_ppm": 100_000, "applies_to": ["tickets"]}
        pricing.save_surcharge(kind="tax", values=values, at=utc_now())
        trip_id = fill_cart(make_offer())
        sell_card(trip_id, 3000)
        assert trips.get_trip(trip_id=trip_id).tax_amount == tax

    def test_a_booking_costs_a_fee_and_a_card_none(self):
        Properties.objects.update_or_create(pk=1, defaults={"booking_fee": {"rate_ppm": 100_000}})
        trip_id = fill_cart(make_offer())
        sell_card(trip_id, 3000)
        assert trips.get_trip(trip_id=trip_id).booking_fee_amount == WHOLE // 10

    def test_another_price_while_it_waits(self):
        trip_id = make_reserved()
        card = sell_card(trip_id, 3000)
        gift_cards.reprice(gift_card_id=card, value=Value(3500, 600), price=3500, by=MIA, at=utc_now())
        assert money_of(trip_id)[0] == WHOLE + 3500
        pay(trip_id, WHOLE + 3500)
        assert_worth(card, purchased=3500, promo=600)
        with pytest.raises(GiftCardInvalid):
            gift_cards.reprice(gift_card_id=card, value=Value(1), price=1, by=MIA, at=utc_now())


class TestTakenBack:
    def test_unspent_it_costs_nothing(self):
        trip_id = make_reserved()
        card = sell_card(trip_id, 3000)
        pay(trip_id, WHOLE + 3000)
        assert take_off(trip_id, card).warnings == ()
        assert (state(card), money_of(trip_id)[0]) == ("void", WHOLE)
        assert_worth(card)

    def test_what_was_spent_stays_owed(self):
        trip_id, elsewhere = make_reserved(), make_reserved()
        card = sell_card(trip_id, 2400, 600)
        pay(trip_id, WHOLE + 2400)
        apply(elsewhere, card, 1000)

        done = take_off(trip_id, card)

        assert [one["code"] for one in done.warnings] == ["gift_card_spent"]
        assert (state(card), money_of(trip_id)[0]) == ("void", WHOLE + 400)
        assert_worth(card)

    def test_not_while_somebody_checks_out_with_it(self):
        trip_id, cart = make_reserved(), fill_cart(make_offer())
        card = sell_card(trip_id, 3000)
        pay(trip_id, WHOLE + 3000)
        apply(cart, card)
        with pytest.raises(CardInUse):
            take_off(trip_id, card)
        assert state(card) == "depleted"

    def test_a_deleted_trip_and_back(self):
        trip_id, elsewhere = make_reserved(), make_reserved()
        card = sell_card(trip_id, 3000)
        pay(trip_id, WHOLE + 3000)
        apply(elsewhere, card, 1000)
        deletion.delete_trip(trip_id=trip_id, reason="duplicate", by=MIA, at=utc_now(), is_forced=True)
        assert state(card) == "void"
        assert_worth(card)

        deletion.restore_trip(trip_id=trip_id, by=MIA, at=utc_now())

        assert state(card) == "active"
        assert_worth(card, purchased=2000)
        assert money_of(trip_id)[0] == WHOLE + 3000

    def test_a_deleted_cart_gives_cards_their_value_back(self):
        card, trip_id = make_card(5000), fill_cart(make_offer())
        apply(trip_id, card)
        deletion.delete_trip(trip_id=trip_id, reason="duplicate", by=MIA, at=utc_now())
        assert_worth(card, purchased=5000)
        assert money_of(trip_id)[1] == 0


class TestUpkeep:
    def test_what_ran_out_is_taken_and_told(self):
        card = make_card(1000, 500)
        GiftCard.objects.filter(pk=card).update(promo_expires_at=utc_now())
        daily_jobs.expire({}, utc_now())
        daily_jobs.expire({}, utc_now())
        assert_worth(card, purchased=1000)
        assert AuditLog.objects.filter(action="gift_card.expired").count() == 1
        assert Entry.objects.get(account="expired").amount == 500

        GiftCard.objects.filter(pk=card).update(expires_at=utc_now())
        daily_jobs.expire({}, utc_now())
        assert state(card) == "expired"

    def test_a_later_date_makes_it_good_again(self):
        card = make_card(1000)
        GiftCard.objects.filter(pk=card).update(status="expired")
        later = utc_now() + timedelta(days=30)
        gift_cards.edit(gift_card_id=card, values={"expires_at": later}, at=utc_now())
        assert state(card) == "active"

    def test_promotional_value_runs_out_after_a_year_and_purchased_never(self):
        card = GiftCard.objects.get(pk=make_card(1000, 500))
        assert card.expires_at is None
        assert card.promo_expires_at.date().replace(year=utc_now().year) >= utc_now().date()
        set_rules(purchased_months=36, promo_months=None)
        other = GiftCard.objects.get(pk=make_card(1000, 500))
        assert (other.expires_at.year, other.promo_expires_at) == (utc_now().year + 3, None)

    @pytest.mark.parametrize("field", ["balance_purchased", "balance_promo"])
    def test_the_database_keeps_no_sum_that_differs(self, field):
        card = make_card(1000, 500)
        lines = [PostingLine("gift_card_promo", 7, card), PostingLine("gift_cards_granted", -7)]
        cause = PostingCause("seven", "gift_card_reload", gift_card_id=card, reason="No sum of it")

        def edit():
            GiftCard.objects.filter(pk=card).update(**{field: 10**9})

        def post():
            ledger.post(cause=cause, lines=lines, currency="USD", by=None, at=utc_now())

        for work in (edit, post):
            with transaction.atomic():
                work()
                with pytest.raises(IntegrityError, match="not worth"):
                    connection.check_constraints()
                transaction.set_rollback(True)
        assert_worth(card, purchased=1000, promo=500)

    @pytest.mark.parametrize(
        ("account", "reason"), [("gift_card_purchased", "A prize"), ("gift_card_promo", "")]
    )
    def test_the_journal_takes_no_value_from_nowhere(self, account, reason):
        card = make_card(1000)
        cause = PostingCause("nowhere", "gift_card_reload", gift_card_id=card, reason=reason)
        lines = [PostingLine(account, 7, card), PostingLine("gift_cards_sold", -7)]
        with pytest.raises(IntegrityError), transaction.atomic():
            ledger.post(cause=cause, lines=lines, currency="USD", by=None, at=utc_now())

    def test_a_sum_that_differs_becomes_the_journals(self, caplog):
        card = make_card(1000, 500)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE giftcards_giftcard DISABLE TRIGGER gift_card_worth")
            GiftCard.objects.filter(pk=card).update(balance_purchased=999)
            cursor.execute("ALTER TABLE giftcards_giftcard ENABLE TRIGGER gift_card_worth")
        daily_jobs.check({}, utc_now())
        assert_worth(card, purchased=1000, promo=500)
        row = AuditLog.objects.get(action="gift_card.recounted")
        assert (row.before["balance_purchased"], row.after["balance_purchased"]) == (999, 1000)
        assert "its journal says" in caplog.text

    def test_what_was_paid_unseen_is_activated(self):
        trip_id = make_reserved()
        card = sell_card(trip_id, 3000)
        pay(trip_id, 2000)
        GiftCardSale.objects.update(price=2000, purchased_amount=2000)
        daily_jobs.activate_paid_cards({}, utc_now())
        assert state(card) == "active"

    def test_guesses_are_forgotten(self):
        CodeTry.objects.create(who="ip:1", at=utc_now() - timedelta(days=2))
        CodeTry.objects.create(who="ip:2", at=utc_now())
        rate_limits.forget({}, utc_now())
        assert list(CodeTry.objects.values_list("who", flat=True)) == ["ip:2"]
