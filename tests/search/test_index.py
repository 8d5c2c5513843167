"""The index says what its sources say, after every change and in every transaction."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from outfitter.api.principal import Principal
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.search import operations
from outfitter_tenants.search.queries import index_rows
from outfitter_tenants.search.queries.entity_types import KINDS
from outfitter_tenants.search.queries.index_rows import SearchScope
from outfitter_tenants.search.queries.search_terms import Term
from outfitter_tenants.trips.models import Trip
from tests.search.support import make_customer, make_trip
from tests.support.sales import fill_cart, make_offer

NOW = utc_now()
AGENT = Principal("agent", 1, 1, "Ada", scope="reseller", reseller_id=7)
GUIDE = Principal("guide", 1, 1, "Gil", scope="assigned")


def found(look, text: str, **more) -> list[tuple[str, int]]:
    return [(row.type, row.id) for row in look(text, **more)]


@pytest.fixture(autouse=True)
def _no_drift(db):
    """Whatever a test does, the index is true afterwards."""
    yield
    if connection.schema_name != "public":
        assert operations.find_drift() == []


class TestCustomers:
    def test_new_name_replaces_the_old(self, reef, look):
        key = make_customer("Zora", "Quill", email="zora@quill.example")
        Customer.objects.filter(pk=key).update(last_name="Ember", email="z@ember.example")

        assert found(look, "quill") == []
        assert found(look, "ember") == [("customer", key)]

    def test_further_addresses_and_numbers(self, reef, look):
        key = make_customer("Zora", "Quill")
        Customer.objects.filter(pk=key).update(
            more_emails=["zq@work.example"], more_phones=["+4915112345678"]
        )

        assert found(look, "zq@work.example") == [("customer", key)]
        assert found(look, "0151 12345678") == [("customer", key)]

    @pytest.mark.parametrize("change", ["merged_into_id", "anonymised_at"])
    def test_vanishes_at_once(self, reef, look, change):
        key, other = make_customer("Zora", "Quill"), make_customer("Ada", "Stone")
        value = other if change == "merged_into_id" else NOW
        Customer.objects.filter(pk=key).update(**{change: value})

        assert found(look, "quill") == []
        assert index_rows.sizes(terms=[Term(("quill",))])["quill"].begun == 0

    def test_comes_back_when_a_merge_is_undone(self, reef, look):
        key, other = make_customer("Zora", "Quill"), make_customer("Ada", "Stone")
        Customer.objects.filter(pk=key).update(merged_into_id=other)
        Customer.objects.filter(pk=key).update(merged_into_id=None)

        assert found(look, "quill") == [("customer", key)]

    def test_deleted_ones_are_gone(self, reef, look):
        Customer.objects.filter(pk=make_customer("Zora", "Quill")).delete()

        assert found(look, "quill") == []

    def test_nothing_stays_of_a_change_that_was_taken_back(self, reef, look):
        before = transaction.savepoint()
        make_customer("Zora", "Quill")
        transaction.savepoint_rollback(before)

        assert found(look, "quill") == []


class TestTrips:
    def test_cart_is_found_once_it_has_a_contact(self, reef, look):
        offer = make_offer()
        trip_id = fill_cart(offer, contact=None)
        code = Trip.objects.get(pk=trip_id).confirmation_code
        assert found(look, code) == []

        fill_cart(offer, trip_id=trip_id)
        assert found(look, code) == [("trip", trip_id)]
        assert look(code)[0].status == "draft"

    def test_deleted_ones_come_last(self, reef, look):
        deleted = make_trip("Zora", "Quill", start_at=NOW)
        kept = make_trip("Zora", "Quill", start_at=NOW - timedelta(days=400))
        Trip.objects.filter(pk=deleted).update(status="deleted", deleted_at=NOW)

        assert found(look, "quill") == [("trip", kept), ("trip", deleted)]
        assert look("quill")[1].status == "deleted"

    def test_deleted_carts_are_gone(self, reef, look):
        cart = make_trip("Zora", "Quill", status="draft")
        assert found(look, "quill") == [("trip", cart)]
        Trip.objects.filter(pk=cart).update(status="deleted", deleted_at=NOW)

        assert found(look, "quill") == []

    def test_moving_a_trip_moves_it_in_the_order(self, reef, look):
        one = make_trip("Zora", "Quill", start_at=NOW + timedelta(days=1))
        two = make_trip("Zora", "Quill", start_at=NOW + timedelta(days=9))
        assert found(look, "quill") == [("trip", one), ("trip", two)]
        Trip.objects.filter(pk=one).update(first_start_at=NOW + timedelta(days=90))

        assert found(look, "quill") == [("trip", two), ("trip", one)]

    def test_other_changes_leave_the_index_alone(self, reef):
        key = make_trip("Zora", "Quill")
        before = index_rows.rows("SELECT ctid FROM search_entry WHERE object_id = %s", [key])
        Trip.objects.filter(pk=key).update(total_amount=4200, version=2)

        after = index_rows.rows("SELECT ctid FROM search_entry WHERE object_id = %s", [key])
        assert after == before


class TestExperiences:
    @pytest.mark.parametrize("typed", ["sunset", "SUN-01", "sun01", "kayk sunset", "Abendfahrt"])
    def test_by_name_inner_name_and_number(self, reef, look, typed):
        key = make_offer(name="Sunset kayak").experience_id
        Experience.objects.filter(pk=key).update(internal_name="Abendfahrt", sku="SUN-01")

        assert found(look, typed, types="experience") == [("experience", key)]

    def test_archived_ones_come_last(self, reef, look):
        old = make_offer(name="Sunset kayak").experience_id
        Experience.objects.filter(pk=old).update(status="archived")
        new = make_offer(name="Sunset kayak two").experience_id

        assert found(look, "sunset", types="experience") == [("experience", new), ("experience", old)]


class TestRepair:
    def test_finds_and_heals_every_kind_of_drift(self, reef, look):
        gone, wrong = make_customer("Zora", "Quill"), make_customer("Ada", "Stone")
        torn, stray = make_customer("Ida", "Marsh"), make_trip("Eve", "Brook")
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM search_entry WHERE kind = 1 AND object_id = %s", [gone])
            cursor.execute("UPDATE search_entry SET words = ' x ' WHERE object_id = %s", [wrong])
            cursor.execute("DELETE FROM search_posting WHERE word = 'marsh'")
            cursor.execute("INSERT INTO search_posting VALUES (now(), %s, 2, 'ghost')", [stray])

        drift = {one.kind: set(one.ids) for one in operations.find_drift()}
        assert drift["customer"] >= {gone, wrong, torn}
        assert drift["trip"] == {stray}

        operations.rebuild()
        assert operations.find_drift() == []
        assert found(look, "stone") == [("customer", wrong)]
        assert found(look, "marsh") == [("customer", torn)]
        assert found(look, "ghost") == []


class TestPlans:
    """Every read of the index goes through it, also when statistics say that the table is small."""

    @pytest.fixture
    def plans(self, reef, monkeypatch):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            # Whether the autovacuum saw these tables while tests filled them is chance: here it never did.
            for table in ("search_entry", "search_posting"):
                cursor.execute("SELECT pg_clear_relation_stats(current_schema(), %s)", [table])
                cursor.execute(
                    "SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited)"
                    " FROM pg_stats WHERE schemaname = current_schema() AND tablename = %s",
                    [table],
                )
        seen: list[str] = []

        def explain(sql, values):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {sql}", values)
                seen.append("\n".join(row[0] for row in cursor.fetchall()))
            return []

        monkeypatch.setattr(index_rows, "rows", explain)
        return seen

    def test_use_the_index(self, plans):
        sight = SearchScope((1, 2, 3), NOW, 8)
        reading = (Term(("smi",)), Term(("jo",)))
        index_rows.sizes(terms=reading)
        index_rows.whole_words(words=["smith", "john"], sight=sight)
        index_rows.begun_words(reading=reading, driver=reading[0], sight=sight)
        index_rows.overlaid(reading=reading, driver=reading[0], second=reading[1], sight=sight)
        index_rows.walk(reading=reading, sight=sight)

        for caller, index in ((AGENT, "search_entry_of_reseller"), (GUIDE, "search_entry")):
            scope = KINDS[1].scope(caller)
            index_rows.within(reading=reading, scope=scope.condition, scope_values=scope.values, sight=sight)
            plan = plans.pop()
            assert index in plan
            assert "Seq Scan on search_entry" not in plan

        assert len(plans) == 5
        assert all("Seq Scan" not in plan for plan in plans)
        assert all("search_posting_pkey" in plan for plan in plans[:4])
        assert "search_entry_in_time" in plans[4]


class TestCommand:
    def test_checks_and_rebuilds(self, reef, look, capsys):
        key = make_customer("Zora", "Quill")
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM search_posting WHERE object_id = %s", [key])

        with pytest.raises(CommandError, match="Wrong entries: 1"):
            call_command("search_index", "check", account="reef")
        call_command("search_index", "rebuild", account="reef")
        call_command("search_index", "check")

        assert "nothing wrong" in capsys.readouterr().out
        assert found(look, "quill") == [("customer", key)]

    def test_names_must_exist(self, reef):
        with pytest.raises(CommandError, match="Operator not found"):
            call_command("search_index", "check", account="boats")
