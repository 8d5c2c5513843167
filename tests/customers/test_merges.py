"""Merging customers, and undoing it: everything comes back."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.crm.operations import merges
from outfitter_tenants.crm.profile import customer_full
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer, CustomerCard
from outfitter_tenants.customers.operations import customers
from outfitter_tenants.customers.rules import merges as merge_rules
from outfitter_tenants.trips.models import Booking, Trip
from outfitter_tenants.trips.operations import trip_customers as trip_people
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import make_call
from tests.support.customers import (
    actions,
    add_card,
    add_message,
    everything,
    make_customer,
    open_merges,
    sell,
)
from tests.support.example_count import how_many
from tests.support.sales import ANA, make_offer

pytestmark = pytest.mark.usefixtures("reef")


class TestMerging:
    @pytest.fixture
    def two(self):
        offer = make_offer()
        old = Trip.objects.get(pk=sell(offer, ANA)).customer_id
        new = sell(offer, Contact("Anna", "Ruíz", "anna@x.io", None, "ES"), is_paid=False)
        new_id = Trip.objects.get(pk=new).customer_id
        Booking.objects.filter(trip_order__trip_id=new).update(customer_id=new_id)
        add_message(new_id, new)
        Customer.objects.filter(pk=new_id).update(gateway_customer_id="cus_1", tags=["diver"])
        add_card(new_id, is_default=True)
        add_card(new_id, gateway_customer="cus_other")
        trip_people.recount(customer_ids=[old, new_id])
        return old, new_id

    def test_moves_everything_to_the_oldest(self, two):
        old, new = two
        call = make_call(customer_id=new)

        merged = merges.merge(keep_id=None, merge_ids=[new, old], choices={}, at=utc_now())

        call.refresh_from_db()
        assert call.customer_id == old
        keep = Customer.objects.get(pk=old)
        assert merged.customer_id == old
        assert merged.moved == {
            **{"trips": 1, "bookings": 2, "messages": 1, "reviews": 0, "cards": 1, "imports": 0},
            "calls": 1,
        }
        assert (keep.trip_cnt, keep.lifetime_value_amount) == (2, 2 * 7800)
        assert (keep.email, keep.more_emails, keep.tags) == ("ana@example.com", ["anna@x.io"], ["diver"])
        gone = Customer.objects.get(pk=new)
        assert (gone.merged_into_id, gone.trip_cnt) == (old, 0)
        assert actions(old)[0] == "customer.merged"
        assert actions(new)[0] == "customer.merged_away"
        assert queries.find_by_hash(key=gone.hash) == old
        # A card under another customer of the gateway cannot be charged for the kept one.
        assert CustomerCard.objects.filter(customer_id=new).count() == 1

    def test_chosen_fields_come_from_whom_was_chosen(self, two):
        old, new = two

        merges.merge(
            keep_id=new,
            merge_ids=[old],
            at=utc_now(),
            choices={"first_name": old, "email": old, "country": new},
        )

        keep = Customer.objects.get(pk=new)
        assert (keep.first_name, keep.last_name, keep.email, keep.country) == (
            "Ana",
            "Ruíz",
            "ana@example.com",
            "ES",
        )
        assert keep.more_emails == ["anna@x.io"]

    def test_the_old_id_leads_to_the_kept_customer(self, two):
        old, new = two
        merges.merge(keep_id=old, merge_ids=[new], choices={}, at=utc_now())

        full = customer_full(customer_id=new)

        assert (full["id"], full["redirected_from"]) == (old, new)
        assert full["merges"][0]["can_undo"] is True
        assert full["balance_due_amount"] == 7800

    def test_merge_then_undo_restores_everything(self, two):
        before = everything()
        merged = merges.merge(keep_id=two[0], merge_ids=[two[1]], choices={}, at=utc_now())
        assert everything() != before

        undone = merges.undo(merge_id=merged.merge_id, at=utc_now())

        assert (undone.edited, undone.restored_ids) == ([], [two[1]])
        assert everything() == before
        assert actions(two[0])[0] == "customer.merge_undone"
        assert actions(two[1])[0] == "customer.restored"

    def test_what_came_after_stays_with_the_kept_one(self, two):
        old, new = two
        merged = merges.merge(keep_id=old, merge_ids=[new], choices={}, at=utc_now())
        later = sell(make_offer(name="Cave"), Contact("Anna", "Ruíz", "anna@x.io", None, None))
        customers.save_customer(
            customer_id=old, values={"notes": "Likes the cave"}, region="US", at=utc_now()
        )

        undone = merges.undo(merge_id=merged.merge_id, at=utc_now())

        assert undone.edited == ["notes"]
        assert Trip.objects.get(pk=later).customer_id == old
        assert Customer.objects.get(pk=old).notes == "Likes the cave"
        assert Customer.objects.get(pk=old).trip_cnt == 2

    def refused(self, merge_id, at=None):
        with pytest.raises(merges.MergeRefused) as caught:
            merges.undo(merge_id=merge_id, at=at or utc_now())
        return caught.value.detail["reasons"]

    def test_undo_is_refused_with_reasons(self, two):
        old, new = two
        third = make_customer(email="third@x.io")
        first = merges.merge(keep_id=new, merge_ids=[old], choices={}, at=utc_now())
        second = merges.merge(keep_id=new, merge_ids=[third], choices={}, at=utc_now())

        assert self.refused(first.merge_id) == ["merged_more_since"]
        late = utc_now() + timedelta(days=31)
        assert self.refused(second.merge_id, late) == ["too_late"]
        fourth = make_customer(email="fourth@x.io")
        merges.merge(keep_id=fourth, merge_ids=[new], choices={}, at=utc_now())
        assert self.refused(second.merge_id) == ["merged_since"]

    def test_undo_happens_once(self, two):
        merged = merges.merge(keep_id=two[0], merge_ids=[two[1]], choices={}, at=utc_now())
        merges.undo(merge_id=merged.merge_id, at=utc_now())

        assert self.refused(merged.merge_id) == ["already_undone"]
        assert open_merges() == 0

    def test_nobody_is_merged_twice_or_into_themselves(self, two):
        old, new = two
        merges.merge(keep_id=old, merge_ids=[new], choices={}, at=utc_now())

        with pytest.raises(customers.CustomerGone):
            merges.merge(keep_id=new, merge_ids=[old], choices={}, at=utc_now())
        with pytest.raises(Invalid):
            merges.merge(keep_id=old, merge_ids=[old], choices={}, at=utc_now())
        with pytest.raises(queries.CustomerNotFound):
            merges.merge(keep_id=old, merge_ids=[999_999], choices={}, at=utc_now())

    @pytest.mark.parametrize("choices", [{"is_vip": 1}, {"email": 999_999}, {"id": 1}])
    def test_choices_that_are_none(self, two, choices):
        with pytest.raises(Invalid) as caught:
            merges.merge(keep_id=two[0], merge_ids=[two[1]], choices=choices, at=utc_now())

        assert list(caught.value.detail["fields"]) == [f"field_choices.{next(iter(choices))}"]


NAMES = st.sampled_from(["Ana", "Anna", ""])
MAILS = st.lists(st.sampled_from(["a@x.io", "b@x.io", "c@x.io"]), unique=True, max_size=3)
TAGS = st.lists(st.sampled_from(["diver", "vip"]), unique=True)
PEOPLE = st.lists(st.tuples(NAMES, MAILS, TAGS, st.booleans()), min_size=2, max_size=4)


class TestAnyMerge:
    @settings(
        max_examples=how_many(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(
        people=PEOPLE,
        keep=st.integers(0, 3),
        picks=st.dictionaries(st.sampled_from(merge_rules.CHOOSABLE), st.integers(0, 3)),
    )
    def test_undo_restores_everything(self, reef, people, keep, picks):
        made = [
            make_customer(
                first_name=name,
                last_name="Ruiz",
                email=mails[0] if mails else None,
                more_emails=mails[1:],
                tags=tags,
                is_vip=vip,
                notes=f"note {number}",
            )
            for number, (name, mails, tags, vip) in enumerate(people)
        ]
        for number, customer_id in enumerate(made):
            Customer.objects.filter(pk=customer_id).update(gateway_customer_id=f"cus_{number % 2}")
            add_card(customer_id, gateway_customer=f"cus_{number % 2}", is_default=number > 0)
            add_message(customer_id)
        before = everything()
        kept = made[keep % len(made)]

        merged = merges.merge(
            keep_id=kept,
            merge_ids=[pk for pk in made if pk != kept],
            at=utc_now(),
            choices={name: made[index % len(made)] for name, index in picks.items()},
        )
        merges.undo(merge_id=merged.merge_id, at=utc_now())

        assert everything() == before
