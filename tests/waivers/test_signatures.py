"""Guests sign: whom it counts for, what is refused, field by field."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.trips.models import Booking
from outfitter_tenants.waivers import operations, queries
from outfitter_tenants.waivers.models import Waiver, WaiverSignature
from tests.checkout.front_desk import actions
from tests.support.api_operations import assert_error
from tests.waivers.conftest import drawn, guests_of, hash_of, states_of, template

CHILD = {"first_name": "Leo", "last_name": "Ruiz", "birth_date": "2018-05-04"}
PARENT = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com", "relation": "parent"}


def values_of(template_id):
    """Return what a template is saved with, as it is now."""
    row = queries.get_template(template_id=template_id)
    same = ("name", "kind", "locale", "requires", "valid_days", "is_reusable", "is_active", "questions")
    texts = [{"locale": one.locale, "body_html": one.body_html} for one in row.texts]
    return {**{name: getattr(row, name) for name in same}, "texts": texts}


class TestWhatCounts:
    def test_a_guest_of_a_tour_has_to_sign_and_has_signed(self, tour, signer):
        trip_id = tour.book()
        assert states_of(trip_id) == ["unsigned"]

        kept = signer.done(hash=hash_of(trip_id))

        assert (kept["waivers_cnt"], kept["assigned_cnt"]) == (1, 1)
        assert states_of(trip_id) == ["signed"]
        assert actions(trip_id)[-1] == "booking.waiver_signed"

    def test_a_family_of_five_signs_in_one_go(self, tour, signer):
        trip_id = tour.book(adults=2, children=3)
        minors = [{**CHILD, "first_name": name} for name in ("Leo", "Mia", "Tom")]

        kept = signer.done(hash=hash_of(trip_id), signer=PARENT, minors=minors)

        assert (kept["waivers_cnt"], kept["assigned_cnt"]) == (4, 4)
        assert sorted(states_of(trip_id)) == ["signed"] * 4 + ["unsigned"]
        names = {one.guest_first_name for one in guests_of(trip_id)}
        assert names == {"Ana", "Leo", "Mia", "Tom", ""}
        assert WaiverSignature.objects.count() == 1

    def test_a_guardian_who_stays_ashore_signs_for_a_child_only(self, tour, signer):
        trip_id = tour.book(adults=1, children=1)

        signer.done(hash=hash_of(trip_id), signer={**PARENT, "is_participant": False}, minors=[CHILD])

        [adult, child] = guests_of(trip_id)
        assert (adult.waiver_state, child.waiver_state) == ("unsigned", "signed")
        assert (child.guest_first_name, child.guest_birth_date.isoformat()) == ("Leo", "2018-05-04")

    def test_a_name_that_is_nearly_the_same_is_the_same_person(self, tour, signer):
        trip_id = tour.book(adults=2)
        [first, second] = guests_of(trip_id)
        Booking.objects.filter(pk=first.pk).update(guest_first_name="Bo", guest_last_name="Li")
        Booking.objects.filter(pk=second.pk).update(guest_first_name="Anna", guest_last_name="Ruíz")

        signer.done(hash=hash_of(trip_id))

        assert states_of(trip_id) == ["unsigned", "signed"]

    def test_somebody_who_is_not_on_the_trip_is_on_the_days_list(self, tour, signer, office):
        trip_id = tour.book()
        Booking.objects.filter(trip_order__trip_id=trip_id).update(
            guest_first_name="Bo", guest_last_name="Li"
        )

        kept = signer.done(hash=hash_of(trip_id))

        assert kept["assigned_cnt"] == 0
        assert states_of(trip_id) == ["unsigned"]
        day = WaiverSignature.objects.get().day
        [row] = office.get(f"/api/waivers/unassigned/get?date={day}").json()["waivers"]
        assert (row["name"], row["trip"]["id"]) == ("Ana Ruiz", trip_id)

    def test_nobody_is_matched_by_name_across_trips(self, tour, signer):
        trip_id = tour.book()
        Booking.objects.filter(trip_order__trip_id=trip_id).update(
            guest_first_name="Ana", guest_last_name="Ruiz"
        )

        signer.done()

        assert states_of(trip_id) == ["unsigned"]
        assert len(queries.unassigned_waivers(day=WaiverSignature.objects.get().day)) == 1

    def test_the_same_act_sent_twice_counts_once(self, tour, signer):
        trip_id = tour.book(adults=2)
        act = signer.body(hash=hash_of(trip_id), client_id="tablet-0001")

        first, again = signer.done(**act), signer.done(**act)

        assert first == again
        assert Waiver.objects.count() == 1
        assert sorted(states_of(trip_id)) == ["signed", "unsigned"]

    def test_two_templates_are_two_signatures(self, tour, signer):
        second = template(name="Photos")
        both = [tour.template_id, second]
        operations.set_experience_waivers(
            experience_id=tour.offer.experience_id, template_ids=both, at=utc_now()
        )
        trip_id = tour.book()

        signer.done(hash=hash_of(trip_id))
        assert states_of(trip_id) == ["partial"]
        signer.done(template_id=second, hash=hash_of(trip_id))

        assert states_of(trip_id) == ["signed"]

    def test_a_ticket_that_asks_for_nothing_has_nothing_to_sign(self, tour):
        kinds = type(guests_of(tour.book(children=1))[1].experience_customer_type).objects
        kinds.filter(pk=tour.offer.child).update(requires_waiver="none")

        assert states_of(tour.book(adults=1, children=1)) == ["unsigned", "none_required"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"signature_png_base64": drawn(is_blank=True)}, "signature_png_base64"),
            ({"signature_png_base64": drawn(size=(2400, 200))}, "signature_png_base64"),
            ({"signature_png_base64": "aGVsbG8="}, "signature_png_base64"),
            ({"signature_png_base64": "###"}, "signature_png_base64"),
            ({"signature_png_base64": None}, "signature_png_base64"),
            ({"signer": {"first_name": "Ana", "last_name": ""}}, "signer.last_name"),
            (
                {"signer": {"first_name": "Leo", "last_name": "Ruiz", "birth_date": "2015-01-01"}},
                "signer.birth_date",
            ),
            (
                {"signer": {"first_name": "Leo", "last_name": "Ruiz", "birth_date": "2150-01-01"}},
                "signer.birth_date",
            ),
            ({"minors": [CHILD]}, "signer.relation"),
            ({"signer": {**PARENT, "is_participant": False}}, "minors"),
            ({"signer": PARENT, "minors": [{**CHILD, "birth_date": "1990-01-01"}]}, "minors.0.birth_date"),
            ({"signer": PARENT, "minors": [{**CHILD, "birth_date": "2150-01-01"}]}, "minors.0.birth_date"),
            ({"consent_at": (utc_now() - timedelta(hours=25)).isoformat()}, "consent_at"),
            ({"consent_at": (utc_now() + timedelta(hours=1)).isoformat()}, "consent_at"),
            ({"answers": {"other": "x"}}, "answers.other"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field_and_nothing_is_kept(self, tour, signer, change, field):
        trip_id = tour.book()

        answer = signer.post(hash=hash_of(trip_id), **change)

        assert field in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        assert not WaiverSignature.objects.exists()
        assert states_of(trip_id) == ["unsigned"]

    def test_what_a_template_wants_beside_the_signature(self, tour, signer):
        made = template(
            name="All of it",
            requires=["initials", "id_number", "photo"],
            questions=[
                {
                    "id": "swim",
                    "kind": "yes_no",
                    "is_required": True,
                    "labels": {"en": "Can you swim?"},
                    "options": [],
                }
            ],
        )

        refused = assert_error(signer.post(template_id=made), 422, "validation_failed")
        kept = signer.done(
            template_id=made, initials="AR", id_number="X123", photo_base64=drawn(), answers={"swim": False}
        )

        asked = {"initials", "id_number", "photo_base64", "answers.swim"}
        assert set(refused["detail"]["fields"]) == asked
        assert WaiverSignature.objects.get(hash=kept["hash"]).answers == {
            "initials": "AR",
            "id_number": "X123",
            "questions": {"swim": False},
        }

    def test_a_text_that_was_replaced_comes_back_with_the_new_one(self, tour, signer):
        trip_id = tour.book()
        body = [{"locale": "en", "body_html": "<p>Water is deep.</p>"}]
        values = {**values_of(tour.template_id), "texts": body}
        operations.save_template(values=values, template_id=tour.template_id, version=None, at=utc_now())

        refused = assert_error(
            signer.post(hash=hash_of(trip_id), consent_at=utc_now().isoformat()), 409, "stale_version"
        )

        assert refused["detail"]["template_version"] == 2
        assert refused["detail"]["text"]["body_html"] == "<p>Water is deep.</p>"
        signer.done(hash=hash_of(trip_id), template_version=2)

    def test_a_text_that_was_replaced_after_it_was_signed_counts(self, tour, signer):
        trip_id = tour.book()
        earlier = signer.body(hash=hash_of(trip_id))
        body = [{"locale": "en", "body_html": "<p>Water is deep.</p>"}]
        template_values = {**values_of(tour.template_id), "texts": body}
        operations.save_template(
            values=template_values, template_id=tour.template_id, version=None, at=utc_now()
        )

        signer.done(**earlier)

        assert WaiverSignature.objects.get().template_version == 1
        assert states_of(trip_id) == ["signed"]

    def test_a_template_that_is_no_longer_used(self, tour, signer):
        operations.set_archived(template_id=tour.template_id, is_archived=True, at=utc_now())

        assert_error(signer.post(), 409, "waiver_not_in_use")

    def test_nobody_signs_under_a_hash_that_opens_nothing(self, signer):
        assert_error(signer.post(hash="x" * 24), 404, "not_found")

    def test_a_guests_number_opens_nothing_by_itself(self, tour, signer):
        trip_id = tour.book()

        signer.done(booking_id=guests_of(trip_id)[0].pk)

        assert states_of(trip_id) == ["unsigned"]

    def test_the_address_and_the_body_name_one_waiver(self, tour, signer):
        other = template(name="Photos")

        answer = signer.client.post(
            f"/api/waiver/{tour.template_id}/sign",
            signer.body(template_id=other),
            content_type="application/json",
        )

        assert "template_id" in assert_error(answer, 422)["detail"]["fields"]
