"""Calls go where their people go, and whoever asks is told of them."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.calls.models import Call
from outfitter_tenants.crm import export_page, personal_data_export
from outfitter_tenants.crm.operations import merges, privacy
from outfitter_tenants.customers.models import Customer
from tests.calls.support import CALLER, make_call

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(reef):
    return Customer.objects.create(hash="a" * 24, first_name="Ana", phone=CALLER, created_at=utc_now())


def test_what_anonymizing_takes_of_calls_is_announced_and_taken(ana):
    make_call(customer_id=ana.pk, transcript="It is Ana.")
    # Nobody's so far, from her number.
    make_call(transcript="Ana again.")
    make_call(number="+12125550199", transcript="Somebody else.")
    assert privacy.preview(customer_id=ana.pk, at=utc_now()).call_cnt == 2
    privacy.anonymise(customer_id=ana.pk, at=utc_now())
    assert sorted(Call.objects.values_list("transcript", flat=True)) == ["", "", "Somebody else."]


def test_a_merge_says_how_many_calls_moved(ana):
    other = Customer.objects.create(hash="b" * 24, first_name="Anna", created_at=utc_now())
    make_call(customer_id=other.pk)
    made = merges.merge(keep_id=ana.pk, merge_ids=[ana.pk, other.pk], choices={}, at=utc_now())
    assert made.moved["calls"] == 1


def test_the_page_of_what_is_known_tells_of_calls(ana):
    make_call(customer_id=ana.pk, transcript="It is <Ana>.", summary="She books.")
    data = personal_data_export.collect(customer_ids=[ana.pk], max_trips=10)
    about = {"operator": "Reef", "exported_at": utc_now().isoformat()}
    page = export_page.render({**data, "about": about}, locale="en", zone="UTC")
    assert "<h2>Phone calls</h2>" in page
    assert "It is &lt;Ana&gt;." in page
    assert "She books." in page
    german = export_page.render({**data, "about": about}, locale="de-DE", zone="UTC")
    assert "<h2>Telefonate</h2>" in german
