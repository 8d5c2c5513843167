"""Whatever a schema has is archived or left out for a reason; whatever looks like a secret is decided."""

import re

import pytest
from django.apps import apps
from django.conf import settings

from outfitter_tenants.archives.schema_tables import all_tables, archived_tables
from outfitter_tenants.archives.table_rules import LEFT_OUT, TREATED
from tests.archives.conftest import rows_of

pytestmark = pytest.mark.django_db
_SECRET = re.compile(r"hash|token|secret|encrypt|password|credential|digest|_key$|^key$|pin_")
# What has such a name and is none: numbers of guests' pages, which the operator's own links carry, and
# names that rows are found by.
PUBLIC_NAMES = {
    "calls_call.hash",
    "catalog_experience.ical_hash",
    "catalog_experienceimage.digest",
    "catalog_experienceimage.file_key",
    "channels_channelconnection.key_hint",
    "channels_externalbooking.asked_hash",
    "customers_customer.hash",
    "giftcards_giftcard.hash",
    "giftcards_giftcardsale.request_key",
    "ledger_payment.request_key",
    "ledger_cashmovement.key",
    "ledger_posting.key",
    "messaging_message.dedupe_key",
    "messaging_message.hash",
    "messaging_messageevent.key",
    "messaging_messagelink.token",
    "scheduling_guideprofile.ical_hash",
    "scheduling_resource.ical_hash",
    "trips_trip.hash",
    "waivers_waiver.hash",
    "waivers_waiversignature.hash",
    "audit_seal.hash",
}
_REFERENCES = """
SELECT c.relname, a.attname::text, t.relname
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
 WHERE k.contype = 'f' AND n.nspname = %s
"""


def test_every_table_that_is_left_out_is_there(reef):
    there = set(all_tables(schema_name=reef.schema_name))
    assert set(LEFT_OUT) - there == set()
    models = {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_config.name in settings.TENANT_APPS
    }
    assert models - there == set()


def test_every_treated_column_is_there(reef):
    columns = {table.name: table.columns for table in archived_tables(schema_name=reef.schema_name)}
    assert [one for one in TREATED if one[1] not in columns.get(one[0], ())] == []


def test_whatever_looks_like_a_secret_is_decided(reef):
    found = {
        (table.name, column)
        for table in archived_tables(schema_name=reef.schema_name)
        for column in table.columns
        if _SECRET.search(column)
    }
    digests = {("audit_seal", "digests")}
    undecided = {f"{table}.{column}" for table, column in found - set(TREATED) - digests} - PUBLIC_NAMES
    # Fingerprints of what was signed and printed are evidence.
    assert {one for one in undecided if "sha256" not in one} == set()


def test_nothing_refers_to_what_is_left_out(reef):
    wrong = {
        f"{table}.{column}"
        for table, column, target in rows_of("public", _REFERENCES, reef.schema_name)
        if table not in LEFT_OUT and target in LEFT_OUT and TREATED.get((table, column)) != "null"
    }
    assert wrong == set()
