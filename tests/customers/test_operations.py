"""Customers: saved, matched, merged and parted, on a real database."""

from datetime import date, timedelta

import pytest
from django.db import connection

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.crm.operations import merges, privacy
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.lists import WORDS
from outfitter_tenants.customers.models import Customer, DuplicatePair
from outfitter_tenants.customers.operations import cards, customers, duplicates, match_or_create
from outfitter_tenants.trips import customer_history
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations import trip_customers as trip_people
from tests.support.customers import actions, add_card, make_customer, sell
from tests.support.sales import ANA, make_offer

pytestmark = pytest.mark.usefixtures("reef")


class TestSaving:
    def test_writes_what_is_named_and_cleans_it(self):
        made = make_customer(
            email=" Ana@Example.COM ",
            phone="(212) 555-0134",
            more_emails=["ana@example.com", "b@x.io"],
            tags=["diver", "Diver", " "],
            address={"city": "Madrid", "street": ""},
            birth_date=date(1990, 5, 1),
        )

        row = Customer.objects.get(pk=made)

        assert (row.email, row.phone, row.more_emails) == ("ana@example.com", "+12125550134", ["b@x.io"])
        assert (row.tags, row.address, row.version) == (["diver"], {"city": "Madrid"}, 1)
        assert actions(made) == ["customer.created"]

    def test_fields_that_are_not_named_stay(self):
        made = make_customer(email="ana@example.com", notes="Left-handed")

        customers.save_customer(customer_id=made, values={"company": "Kayak SL"}, region="US", at=utc_now())

        row = Customer.objects.get(pk=made)
        assert (row.company, row.email, row.notes) == ("Kayak SL", "ana@example.com", "Left-handed")
        assert row.version == 2

    def test_the_same_again_changes_nothing(self):
        made = make_customer(email="ana@example.com")

        customers.save_customer(
            customer_id=made, values={"email": "ana@example.com"}, region="US", at=utc_now()
        )

        assert Customer.objects.get(pk=made).version == 1
        assert actions(made) == ["customer.created"]

    def test_a_stale_version_is_refused(self):
        made = make_customer()

        with pytest.raises(StaleVersion):
            customers.save_customer(
                customer_id=made, values={"company": "X"}, region="US", at=utc_now(), version=7
            )

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"phone": "12"}, "phone"),
            ({"more_phones": ["+34912345678", "no"]}, "more_phones"),
            ({"birth_date": date(2222, 1, 1)}, "birth_date"),
            ({"first_name": "", "last_name": ""}, "last_name"),
            ({"tags": [f"tag {n}" for n in range(41)]}, "tags"),
        ],
    )
    def test_what_breaks_a_rule_is_named(self, values, field):
        with pytest.raises(Invalid) as caught:
            make_customer(**values)

        assert field in caught.value.detail["fields"]

    def test_consent_keeps_when_and_where(self):
        at = utc_now()
        made = make_customer(at=at, marketing={"email_opt_in": True, "source": "phone"})
        row = Customer.objects.get(pk=made)
        assert row.marketing == {
            "email_opt_in": True,
            "sms_opt_in": False,
            "source": "phone",
            "at": at.isoformat(),
        }

        later = at + timedelta(days=1)
        customers.save_customer(
            customer_id=made, values={"marketing": {"email_opt_in": False}}, region="US", at=later
        )

        row.refresh_from_db()
        assert (row.marketing["at"], row.unsubscribed_at) == (later.isoformat(), later)

    def test_a_star_is_given_and_taken(self):
        made = make_customer()

        assert customers.set_vip(customer_id=made, is_vip=True, at=utc_now()) is True
        assert customers.set_vip(customer_id=made, is_vip=True, at=utc_now()) is True
        assert customers.set_vip(customer_id=made, is_vip=None, at=utc_now()) is False
        assert actions(made) == ["customer.changed", "customer.changed", "customer.created"]

    def test_tags_of_many(self):
        one, two = make_customer(tags=["diver"]), make_customer(tags=["Family"])

        changed = customers.tag_customers(ids=[one, two], add=["diver"], remove=["family"], at=utc_now())

        assert changed == 1
        assert Customer.objects.get(pk=two).tags == ["diver"]
        assert queries.list_tags() == ["diver"]


class TestMatching:
    def match(self, **values):
        whole = {
            "first_name": "Ana",
            "last_name": "Ruiz",
            "email": None,
            "phone": None,
            "country": None,
            "locale": "en",
            **values,
        }
        return match_or_create(at=utc_now(), **whole)

    def test_by_any_of_the_addresses(self):
        made = make_customer(email="ana@example.com", more_emails=["ruiz@x.io"])

        assert self.match(email="RUIZ@x.io", first_name="Somebody") == made

    def test_by_phone_only_with_a_similar_name(self):
        made = make_customer(phone="+12125550134")

        assert self.match(phone="+12125550134", first_name="Anna", last_name="Ruíz") == made
        assert self.match(phone="+12125550134", first_name="Bo", last_name="Li") != made

    def test_never_by_name_alone(self):
        made = make_customer()

        assert self.match() != made

    def test_a_merged_customer_leads_to_the_kept_one(self):
        keep, other = make_customer(email="a@x.io"), make_customer(email="b@x.io")
        merges.merge(keep_id=keep, merge_ids=[other], choices={}, at=utc_now())

        assert self.match(email="b@x.io") == keep
        # Even when somebody has taken the address off the kept one since.
        Customer.objects.filter(pk=keep).update(more_emails=[])
        assert self.match(email="b@x.io") == keep

    def test_an_anonymised_customer_is_nobody(self):
        made = make_customer(email="a@x.io")
        privacy.anonymise(customer_id=made, at=utc_now())

        assert self.match(email="a@x.io") != made


class TestCounters:
    def test_come_from_the_trips_and_cannot_drift(self):
        offer = make_offer()
        first, second = sell(offer, ANA), sell(offer, ANA)
        customer_id = Trip.objects.get(pk=first).customer_id
        Customer.objects.filter(pk=customer_id).update(trip_cnt=77, lifetime_value_amount=1)

        trip_people.recount(customer_ids=[customer_id])
        trip_people.recount(customer_ids=[customer_id])

        row = Customer.objects.get(pk=customer_id)
        assert (row.trip_cnt, row.lifetime_value_amount) == (2, 2 * 7800)
        assert row.last_trip_at == Trip.objects.get(pk=second).first_start_at

    def test_deleted_trips_and_drafts_do_not_count(self):
        trip_id = sell(make_offer(), ANA)
        customer_id = Trip.objects.get(pk=trip_id).customer_id
        Trip.objects.filter(pk=trip_id).update(status="deleted")

        trip_people.recount(customer_ids=[customer_id])

        row = Customer.objects.get(pk=customer_id)
        assert (row.trip_cnt, row.lifetime_value_amount, row.last_trip_at) == (0, 0, None)

    def test_consent_at_the_checkout_reaches_the_customer(self):
        trip_id = sell(make_offer(), ANA)
        customer_id = Trip.objects.get(pk=trip_id).customer_id
        assert Customer.objects.get(pk=customer_id).marketing == {}

        customers.opt_in(customer_id=customer_id, source="checkout", at=utc_now())

        marketing = Customer.objects.get(pk=customer_id).marketing
        assert (marketing["email_opt_in"], marketing["source"]) == (True, "checkout")


class TestDuplicates:
    def pairs(self, customer_id):
        return [(p.low_id, p.high_id) for p in queries.list_pairs_of(customer_id=customer_id)]

    def test_are_suggested_with_reasons_and_never_merged(self):
        one = make_customer(email="ana@x.io", phone="+12125550134")
        two = make_customer(first_name="Anna", phone="+12125550134")
        make_customer(first_name="Bo", last_name="Li", phone="+12125550134")

        [pair] = queries.list_pairs_of(customer_id=one)

        assert (pair.low_id, pair.high_id, pair.reasons) == (one, two, ["same_phone", "similar_name"])
        assert not Customer.objects.filter(merged_into__isnull=False).exists()

    def test_a_pair_that_no_longer_holds_goes(self):
        one, two = make_customer(email="ana@x.io"), make_customer(email="ana@x.io")
        assert self.pairs(one) == [(one, two)]

        customers.save_customer(customer_id=two, values={"email": "else@y.io"}, region="US", at=utc_now())

        assert self.pairs(one) == []

    def test_not_a_duplicate_is_remembered(self):
        one, two = make_customer(email="ana@x.io"), make_customer(email="ana@x.io")
        duplicates.dismiss(customer_id=two, other_id=one, by=None, at=utc_now())
        duplicates.dismiss(customer_id=one, other_id=two, by=None, at=utc_now())

        duplicates.find_duplicates_of(customer_id=one, at=utc_now())
        duplicates.find_all_duplicates(at=utc_now())

        assert self.pairs(one) == []
        assert actions(one).count("customer.not_duplicate") == 1
        duplicates.reconsider(customer_id=one, other_id=two, at=utc_now())
        assert self.pairs(one) == [(one, two)]

    def test_merged_and_anonymised_customers_are_no_candidates(self):
        one, two = make_customer(email="ana@x.io"), make_customer(email="ana@x.io")
        three = make_customer(email="ana@x.io")
        merges.merge(keep_id=one, merge_ids=[two], choices={}, at=utc_now())
        privacy.anonymise(customer_id=three, at=utc_now())

        assert queries.count_pairs() == 0
        assert self.pairs(one) == []

    def test_looking_everywhere_finds_what_looking_around_finds(self):
        for number in range(4):
            make_customer(email="ana@x.io", first_name=f"Ana{number}")
        make_customer(email=None, birth_date=date(1990, 5, 1))
        make_customer(email=None, first_name="Aña", birth_date=date(1990, 5, 1))
        found = {(p.low_id, p.high_id) for p in queries.list_pairs(limit=50)}
        DuplicatePair.objects.all().delete()

        total = duplicates.find_all_duplicates(at=utc_now())

        again = {(p.low_id, p.high_id) for p in queries.list_pairs(limit=50)}
        assert total == len(again)
        # Of many with one address everybody is paired with the oldest two, not with each other.
        assert again <= found
        assert {pk for pair in again for pk in pair} == {pk for pair in found for pk in pair}

    def test_many_with_one_address_stay_in_proportion(self, django_assert_max_num_queries):
        Customer.objects.bulk_create(
            Customer(hash=f"hash{n}", first_name="Desk", last_name="Hotel", email="desk@hotel.io")
            for n in range(300)
        )

        with django_assert_max_num_queries(12):
            total = duplicates.find_all_duplicates(at=utc_now())

        assert total == 2 * 300 - 3


class TestCards:
    def test_one_default_and_removed_ones_are_gone(self):
        made = make_customer()
        first, second = add_card(made, is_default=True), add_card(made)

        cards.make_default(customer_id=made, card_id=second, at=utc_now())
        assert [card.pk for card in queries.list_cards(customer_id=made)] == [second, first]
        cards.remove_card(customer_id=made, card_id=second, at=utc_now())
        cards.remove_card(customer_id=made, card_id=second, at=utc_now())

        assert [card.pk for card in queries.list_cards(customer_id=made)] == [first]
        cards.restore_card(customer_id=made, card_id=second, at=utc_now())
        assert len(queries.list_cards(customer_id=made)) == 2

    def test_of_somebody_else_is_not_found(self):
        made, other = make_customer(), make_customer()
        card = add_card(other)

        with pytest.raises(queries.CardNotFound):
            cards.remove_card(customer_id=made, card_id=card, at=utc_now())


def test_the_search_uses_its_index():
    found = Customer.objects.alias(words_of=WORDS).filter(words_of__contains="ruiz").order_by()

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = found.explain()

    assert "customer_by_words" in plan


def test_standing_over_all_trips():
    offer = make_offer()
    trip_id = sell(offer, ANA, is_paid=False)
    sell(offer, ANA, is_over=True)
    customer_id = Trip.objects.get(pk=trip_id).customer_id

    found = customer_history.standing(customer_id=customer_id, at=utc_now())

    assert (found.balance_due_amount, found.upcoming_cnt, found.trip_cnt) == (7800, 1, 2)
    assert found.next_trip is not None
    assert found.next_trip.id == trip_id
