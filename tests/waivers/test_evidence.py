"""What was signed is evidence: nothing of it ever changes, and anybody can check a copy."""

import hashlib

import pytest
from django.db import connection
from django.db.utils import DatabaseError

from outfitter.accounts import file_storage
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.waivers import operations, printout, queries
from outfitter_tenants.waivers.models import WaiverSignature
from tests.support.api_operations import assert_error
from tests.waivers.conftest import hash_of, states_of

CHILD = {"first_name": "Leo", "last_name": "Ruiz", "birth_date": "2018-05-04"}
PARENT = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com", "relation": "parent"}


class TestEvidence:
    def test_a_signature_never_changes(self, tour, signer):
        signer.done(hash=hash_of(tour.book()))

        for change in (
            "UPDATE waivers_waiversignature SET first_name = 'Bo'",
            "UPDATE waivers_waiversignature SET proof_sha256 = 'x'",
            "UPDATE waivers_waiver SET last_name = 'Li'",
            "UPDATE waivers_waiver SET retain_until = '2020-01-01'",
            "DELETE FROM waivers_waiver",
            "DELETE FROM waivers_waiversignature",
        ):
            with pytest.raises(DatabaseError), atomic(), connection.cursor() as cursor:
                cursor.execute(change)

        assert WaiverSignature.objects.get().first_name == "Ana"

    def test_the_proof_is_of_everything_that_was_signed(self, tour, signer):
        kept = signer.done(hash=hash_of(tour.book(children=1)), signer=PARENT, minors=[CHILD])

        signature = queries.get_signature(key=kept["hash"])

        proven = operations.proof_of(signature, signature.all_waivers)
        assert proven["waivers"][1]["first_name"] == "Leo"
        from outfitter_tenants.waivers.rules.texts import sha256

        assert sha256(proven) == signature.proof_sha256
        for name in ("first_name", "text_sha256", "picture_sha256", "signed_at"):
            assert sha256({**proven, name: "x"}) != signature.proof_sha256

    def test_the_copy_is_printed_once_and_can_be_checked(self, tour, signer):
        kept = signer.done(hash=hash_of(tour.book()))

        first = signer.client.get(f"/api/waiver/{kept['hash']}/pdf")
        again = signer.client.get(f"/api/waiver/{kept['hash']}/pdf")
        proof = kept["verify_url"].rpartition("/")[2]
        checked = signer.client.get(f"/api/waiver/{proof}/verify").json()

        assert first.content == again.content
        assert first.content[:5] == b"%PDF-"
        assert checked["pdf_sha256"] == hashlib.sha256(first.content).hexdigest()
        assert (checked["initials"], checked["is_void"]) == (["A. R."], False)
        assert "Ana" not in str(checked)
        assert kept["hash"] not in kept["verify_url"]
        assert_error(signer.client.get(f"/api/waiver/{'x' * 24}/pdf"), 404, "not_found")
        assert_error(signer.client.get(f"/api/waiver/{'x' * 24}/verify"), 404, "not_found")

    def test_a_picture_that_was_altered_is_not_printed(self, tour, signer):
        kept = signer.done(hash=hash_of(tour.book()))
        path = f"{operations.folder_of(kept['hash'])}/signature.png"
        file_storage.write(schema_name=current_schema(), path=path, data=b"other")

        with pytest.raises(RuntimeError, match="altered"):
            printout.pdf_of(key=kept["hash"])

    def test_markup_in_a_name_stays_a_name(self, tour, signer):
        who = {"first_name": "#import <b>", "last_name": '"}] $x$'}

        kept = signer.done(hash=hash_of(tour.book()), signer=who)

        assert printout.pdf_of(key=kept["hash"])[:5] == b"%PDF-"

    def test_typing_the_name_is_signing_too(self, tour, signer):
        trip_id = tour.book()

        kept = signer.done(hash=hash_of(trip_id), signature_png_base64=None, typed_name="Ana Ruiz")

        assert WaiverSignature.objects.get().method == "typed"
        assert printout.pdf_of(key=kept["hash"])[:5] == b"%PDF-"
        assert states_of(trip_id) == ["signed"]
