"""How long calls are kept, whose they are, and what providers remember of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter.plugins.calls.types import CallNotice, CallPage
from outfitter.plugins.types import Permanent, Retryable
from outfitter_dialpad.telephony import DialpadCalls
from outfitter_tenants.calls import call_notices, lost_notices, privacy, retention
from outfitter_tenants.calls.models import Call, CallSettings
from outfitter_tenants.crm.operations import merges
from outfitter_tenants.crm.operations import privacy as forgetting
from outfitter_tenants.crm.personal_data_export import collect
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import CALLER, LINE, make_call
from tests.support.customers import make_customer, sell
from tests.support.sales import make_offer

pytestmark = pytest.mark.usefixtures("reef")
DAY = timedelta(days=1)


def test_recordings_go_after_the_setting():
    CallSettings.objects.create(pk=1, recording_days=30)
    said = {"recording_url": "https://x.example/1", "transcript": "Hello", "summary": "A question"}
    old, young = make_call(ago=31 * DAY, **said), make_call(ago=29 * DAY, **said)
    assert retention.delete_recordings({}, utc_now()) is None
    for row in (old, young):
        row.refresh_from_db()
    assert (old.recording_url, old.transcript, old.summary) == ("", "", "A question")
    assert (young.recording_url, young.transcript) == ("https://x.example/1", "Hello")
    CallSettings.objects.update(recording_days=None)
    make_call(ago=900 * DAY, **said)
    retention.delete_recordings({}, utc_now())
    assert Call.objects.exclude(transcript="").count() == 2


def test_strangers_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch):
    customer_id = make_customer(first_name="Ana")
    old = make_call(ago=4000 * DAY, caller_name="Kaylah")
    theirs, young = make_call(ago=4000 * DAY, customer_id=customer_id), make_call(ago=DAY)
    assert retention.forget_strangers({}, utc_now()) is None
    for row in (old, theirs, young):
        row.refresh_from_db()
    assert (old.caller_number, old.caller_name, old.duration_s) == ("", "", 62)
    assert theirs.caller_number == young.caller_number == CALLER


def test_calls_that_never_ended_are_ended():
    start = utc_now() - timedelta(hours=7)
    rings = CallNotice("C1", start, "inbound", CALLER, LINE, start, is_alive=True)
    pk = call_notices.take(source="callrail", notice=rings, at=start)
    assert retention.close_stale({}, utc_now()) is None
    row = Call.objects.get(pk=pk)
    assert (row.status, row.callback) == ("missed", "wanted")
    assert retention.close_stale({}, utc_now()) is None


class TestPeople:
    @pytest.fixture
    def ana(self) -> int:
        """Return a customer with a trip that is over, a call of theirs, and one before they were known."""
        contact = Contact("Ana", "Ruiz", "ana@example.com", CALLER, "ES")
        trip_id = sell(make_offer(), contact, is_over=True)
        customer_id = Trip.objects.get(pk=trip_id).customer_id
        assert customer_id is not None
        make_call(customer_id=customer_id, transcript="Hello", note="Ours", provider_call_id="A")
        make_call(caller_name="A. RUIZ", provider_call_id="B")
        make_call(number="+442079460000", provider_call_id="C")
        return customer_id

    def test_are_told_of_their_calls(self, ana):
        found = collect(customer_ids=[ana], max_trips=5)["calls"]
        assert [one["transcript"] for one in found] == ["Hello", ""]
        assert "Ours" not in str(found)

    def test_are_forgotten_in_them(self, ana):
        forgetting.anonymise(customer_id=ana, at=utc_now())
        rows = {row.provider_call_id: row for row in Call.objects.all()}
        assert (rows["A"].caller_number, rows["A"].transcript, rows["A"].note) == ("", "", "")
        assert (rows["B"].caller_number, rows["B"].caller_name) == ("", "")
        assert rows["C"].caller_number == "+442079460000"
        # What their provider says later brings nothing back.
        late = CallNotice("B", utc_now(), "inbound", CALLER, LINE, rows["B"].started_at)
        call_notices.take(source="callrail", notice=late, at=utc_now())
        assert Call.objects.get(provider_call_id="B").caller_number == ""

    def test_share_a_number_that_is_not_forgotten(self, ana):
        make_customer(first_name="Bo", phone=CALLER)
        forgetting.anonymise(customer_id=ana, at=utc_now())
        rows = {row.provider_call_id: row for row in Call.objects.all()}
        assert (rows["A"].caller_number, rows["B"].caller_number) == ("", CALLER)

    def test_take_their_calls_along_and_back(self, ana):
        other = make_customer(first_name="Anna", email="anna@x.io")
        made = make_call(customer_id=other)
        merged = merges.merge(keep_id=ana, merge_ids=[other, ana], choices={}, at=utc_now())
        made.refresh_from_db()
        assert made.customer_id == ana
        merges.undo(merge_id=merged.merge_id, at=utc_now())
        made.refresh_from_db()
        assert made.customer_id == other
        assert Call.objects.filter(customer_id=ana).count() == 1

    def test_entered_by_mistake_leave_their_calls(self):
        customer_id = make_customer(first_name="Oops")
        made = make_call(customer_id=customer_id)
        Customer.objects.filter(pk=customer_id).delete()

        class Deleted:
            payload = {"customer_id": customer_id}

        privacy.on_deleted(None, Deleted)  # type: ignore[arg-type]
        made.refresh_from_db()
        assert made.customer_id is None


class TestLostNotices:
    @pytest.fixture
    def pages(self, reef: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
        """Return the pages that Dialpad remembers, by cursor."""
        values = {"secret": "x" * 32, "api_key": "key"}
        configs.enable(schema_name=reef.schema_name, slug="dialpad", values=values)
        found: dict[str, Any] = {}

        def calls_since(self: Any, ctx: Any, since: datetime, cursor: str) -> CallPage:
            assert since > datetime.now(UTC) - timedelta(hours=27)
            page = found[cursor]
            if isinstance(page, Exception):
                raise page
            return page  # type: ignore[no-any-return]

        monkeypatch.setattr(DialpadCalls, "calls_since", calls_since)
        return found

    def notice(self, key: str) -> CallNotice:
        start = utc_now() - timedelta(hours=2)
        return CallNotice(
            key, utc_now(), "inbound", CALLER, LINE, start, is_over=True, ended_at=start, ending="missed"
        )

    def test_are_found_page_by_page(self, pages):
        pages[""] = CallPage([self.notice("1"), self.notice("2")], "next")
        pages["next"] = CallPage([self.notice("3"), self.notice("1")])
        state = lost_notices.reconcile({}, utc_now())
        assert state is not None
        assert state["cursor"] == "next"
        assert lost_notices.reconcile(state, utc_now()) is None
        assert Call.objects.count() == 3
        assert set(Call.objects.values_list("callback", flat=True)) == {"wanted"}

    def test_a_provider_that_refuses_is_left_alone(self, pages):
        pages[""] = Permanent("no")
        assert lost_notices.reconcile({}, utc_now()) is None

    def test_a_provider_that_is_away_is_asked_again(self, pages):
        pages[""] = Retryable("away")
        with pytest.raises(Retryable):
            lost_notices.reconcile({}, utc_now())

    def test_without_a_provider_nobody_is_asked(self):
        assert lost_notices.reconcile({}, utc_now()) is None
