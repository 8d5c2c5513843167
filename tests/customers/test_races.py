"""Checkouts and merges of one person at the same instant, on a real database."""

import pytest
from django.db import transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Busy
from outfitter_tenants.crm.operations import merges
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations import match_or_create
from outfitter_tenants.customers.operations.customers import CustomerGone
from tests.support.customers import make_customer
from tests.support.threads import SCHEMA, at_once


def meet(**values):
    whole = {
        "first_name": "Ana",
        "last_name": "Ruiz",
        "email": None,
        "phone": None,
        "country": None,
        "locale": "en",
        **values,
    }
    with transaction.atomic():
        return match_or_create(at=utc_now(), **whole)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_one_new_person_becomes_one_customer(self):
        found = at_once([lambda: meet(email="new@x.io", phone="+12125550134")] * 6)

        assert len(set(found)) == 1
        with in_schema(SCHEMA):
            assert Customer.objects.count() == 1

    def test_merging_both_ways_makes_no_circle(self):
        with in_schema(SCHEMA):
            one, two = make_customer(email="a@x.io"), make_customer(email="b@x.io")

        def merge(keep, other):
            return lambda: merges.merge(keep_id=keep, merge_ids=[other], choices={}, at=utc_now())

        results = at_once([merge(one, two), merge(two, one)] * 2)

        refused = [r for r in results if isinstance(r, Exception)]
        assert len(refused) == 3
        assert all(isinstance(r, CustomerGone | Busy) for r in refused)
        with in_schema(SCHEMA):
            assert Customer.objects.filter(merged_into__isnull=False).count() == 1

    def test_a_checkout_during_a_merge_lands_with_the_kept_one(self):
        with in_schema(SCHEMA):
            keep, other = make_customer(email="a@x.io"), make_customer(email="b@x.io")

        results = at_once(
            [
                lambda: merges.merge(keep_id=keep, merge_ids=[other], choices={}, at=utc_now()).customer_id,
                lambda: meet(email="b@x.io"),
            ]
        )

        # Before the merge it is the other one, whose trips the merge takes along; else the kept.
        assert results[0] == keep
        assert results[1] in {keep, other}
        with in_schema(SCHEMA):
            assert meet(email="b@x.io") == keep
            assert Customer.objects.count() == 2
