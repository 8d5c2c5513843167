"""Whatever happens afterwards, what was signed stays what it was: its row, its files, its copy."""

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.accounts import file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.waivers import upcoming_guests
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip, TripOrder
from outfitter_tenants.waivers import operations, printout, queries
from outfitter_tenants.waivers.models import Waiver, WaiverSignature, WaiverTemplateVersion
from outfitter_tenants.waivers.rules.texts import sha256
from tests.support.departures import make_timeslot
from tests.support.example_count import how_many
from tests.waivers.conftest import TEXT, guests_of, hash_of

EVIDENCE = (WaiverSignature, Waiver, WaiverTemplateVersion)
# The one thing that comes later (the printed copy too, but that there is once `evidence` was asked).
LATER = ("waivers_waiver", "voided_at")
CHILD = {"first_name": "Leo", "last_name": "Ruiz", "birth_date": "2018-05-04"}
PARENT = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com", "relation": "parent"}
# A value of each type of column that none of the rows has.
OTHER = {
    "bigint": "987654",
    "integer": "987654",
    "boolean": "NOT {column}",
    "date": "DATE '1999-09-09'",
    "timestamp with time zone": "TIMESTAMPTZ '1999-09-09'",
    "character varying": "'c'",
    "text": "'changed'",
    "jsonb": "'{{\"changed\": true}}'",
    "inet": "INET '10.9.9.9'",
}


def columns() -> list[tuple[str, str, str]]:
    """Return every column of what is evidence: its table, its name and its type."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = ANY(%s) ORDER BY 1, ordinal_position",
            [[one._meta.db_table for one in EVIDENCE]],
        )
        return list(cursor.fetchall())


def files_of(signature: WaiverSignature) -> dict[str, str]:
    """Return the hash of each file of a signature."""
    folder = operations.folder_of(signature.hash)
    names = ["signature.png"]
    return {
        name: hashlib.sha256(
            file_storage.read(schema_name=current_schema(), path=f"{folder}/{name}")
        ).hexdigest()
        for name in names
    }


def evidence() -> str:
    """Return everything that was signed as one text: rows, proofs, files and printed copies."""
    found = []
    for row in WaiverSignature.objects.order_by("pk"):
        signature = queries.get_signature(key=row.hash)
        proven = operations.proof_of(signature, signature.all_waivers)
        assert sha256(proven) == signature.proof_sha256
        copy = printout.pdf_of(key=row.hash)
        found.append([proven, files_of(signature), hashlib.sha256(copy).hexdigest()])
    kept = Waiver.objects.order_by("pk").values_list("hash", "retain_until", "expires_on")
    return json.dumps([found, list(kept)], default=str)


def test_no_column_of_what_was_signed_can_be_written_again(tour, signer):
    signer.done(hash=hash_of(tour.book(children=1)), signer=PARENT, minors=[CHILD])
    before = evidence()
    every = columns()
    assert len(every) > 40

    for table, column, kind in every:
        if (table, column) == LATER:
            continue
        value = OTHER[kind].format(column=column)
        with pytest.raises(DatabaseError, match=r"never changes"), atomic():
            connection.cursor().execute(f'UPDATE "{table}" SET "{column}" = {value}')
    for one in EVIDENCE:
        with pytest.raises(DatabaseError), atomic():
            connection.cursor().execute(f'DELETE FROM "{one._meta.db_table}"')

    assert evidence() == before


def test_a_waiver_is_voided_once(tour, signer):
    signer.done(hash=hash_of(tour.book()))
    waiver = Waiver.objects.get()
    operations.void(waiver_id=waiver.pk, reason="A friend signed", at=utc_now())

    for value in ("NULL", "now()"):
        with pytest.raises(DatabaseError), atomic():
            connection.cursor().execute(f"UPDATE waivers_waiver SET voided_at = {value}")


class Day:
    """Everything people do afterwards, each as staff do it from their screens."""

    def __init__(self, tour: Any, office: Any, trip_id: int) -> None:
        self.tour, self.office, self.trip_id = tour, office, trip_id

    def _order(self) -> int:
        return TripOrder.objects.filter(trip_id=self.trip_id).order_by("pk")[0].pk

    def _guest(self, pick: int) -> int:
        guests = guests_of(self.trip_id)
        return guests[pick % len(guests)].pk

    def _waiver(self, pick: int) -> int:
        every = list(Waiver.objects.order_by("pk").values_list("pk", flat=True))
        return every[pick % len(every)]

    def assign(self, pick: int) -> Any:
        return self.office.post(f"/api/waiver/{self._waiver(pick)}/assign/{self._guest(pick // 3)}")

    def take_off(self, pick: int) -> Any:
        return self.office.post(
            f"/api/booking/{self._guest(pick)}/unassignWaiver", waiver_id=self._waiver(pick // 3)
        )

    def void(self, pick: int) -> Any:
        return self.office.post(f"/api/waiver/{self._waiver(pick)}/void", reason="A friend signed")

    def on_paper(self, pick: int) -> Any:
        return self.office.post(f"/api/booking/{self._guest(pick)}/waiverStatus/set", state="marked_signed")

    def rename(self, pick: int) -> Any:
        guest = {"first_name": "Zoe", "last_name": f"Li {'x' * (pick % 5)}", "birth_date": "1990-01-01"}
        return self.office.post(f"/api/booking/{self._guest(pick)}/save", guest=guest)

    def move(self, pick: int) -> Any:
        experience = Experience.objects.get(pk=self.tour.offer.experience_id)
        days = 4 + Timeslot.objects.filter(experience=experience).count()
        slot = make_timeslot(experience=experience, day=(utc_now() + timedelta(days=days)).date())
        return self.office.post(f"/api/tripOrder/{self._order()}/rebook/{slot.pk}")

    def remove_guest(self, pick: int) -> Any:
        if len(guests_of(self.trip_id)) < 2:
            return None
        return self.office.post(f"/api/booking/delete/{self._guest(pick)}")

    def cancel(self, pick: int) -> Any:
        return self.office.post(f"/api/tripOrder/{self._order()}/cancel", reason="customer")

    def uncancel(self, pick: int) -> Any:
        return self.office.post(f"/api/tripOrder/{self._order()}/uncancel")

    def other_text(self, pick: int) -> None:
        text = [{"locale": "en", "body_html": f"<p>Other words {pick}.</p>"}]
        _save(self.tour.template_id, texts=text, is_active=pick % 2 == 0)

    def ask_nothing(self, pick: int) -> None:
        ids = [] if pick % 2 else [self.tour.template_id]
        experience = self.tour.offer.experience_id
        operations.set_experience_waivers(experience_id=experience, template_ids=ids, at=utc_now())
        upcoming_guests.recount_due({"experience_id": experience}, utc_now())

    def forget_customer(self, pick: int) -> Any:
        customer = Trip.objects.get(pk=self.trip_id).customer_id
        return self.office.post("/api/customers/delete", ids=[customer], mode="anonymise")


def _save(template_id: int, **values: Any) -> None:
    there = {"name": "Risks", "kind": "any", "locale": "en", "requires": [], "valid_days": 365}
    more = {"is_reusable": True, "is_active": True, "texts": TEXT, "questions": []}
    version = queries.get_template(template_id=template_id).version
    changed: Any = {**there, **more, **values}
    operations.save_template(values=changed, template_id=template_id, version=version, at=utc_now())


ACTS = sorted(name for name in vars(Day) if not name.startswith("_"))


def test_nothing_that_happens_later_touches_it(tour, signer, office):
    """Any acts in any order; each example starts from the same signed family."""
    trip_id = tour.book(adults=2, children=1)
    signer.done(hash=hash_of(trip_id), signer=PARENT, minors=[CHILD])
    signer.done(signer={"first_name": "Bo", "last_name": "Li"})
    before = evidence()

    @settings(max_examples=how_many(8), deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 30)), min_size=3, max_size=8))
    def whatever(acts: list[tuple[str, int]]) -> None:
        with transaction.atomic():
            day = Day(tour, office, trip_id)
            for name, pick in acts:
                answer = getattr(day, name)(pick)
                assert answer is None or answer.status_code in {200, 404, 409, 422}, answer.content[:500]
            assert evidence() == before
            transaction.set_rollback(True)

    whatever()


def test_each_of_those_acts_is_possible(tour, signer, office):
    """An act that is always refused would prove nothing."""
    trip_id = tour.book(adults=2, children=1)
    signer.done(hash=hash_of(trip_id), signer=PARENT, minors=[CHILD])
    signer.done(signer={"first_name": "Bo", "last_name": "Li"})
    before = evidence()

    for name in ACTS:
        with transaction.atomic():
            answer = getattr(Day(tour, office, trip_id), name)(0)
            done = answer is None or answer.status_code == 200
            assert done or name in {"assign", "uncancel"}, (name, answer.content[:500])
            assert evidence() == before
            transaction.set_rollback(True)
