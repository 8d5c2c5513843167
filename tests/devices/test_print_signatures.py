"""The print bridge's certificate and signatures."""

import base64
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.actor import current_actor, set_actor
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.devices import api, print_signatures
from outfitter_tenants.devices.models import PrintKey
from outfitter_tenants.people.models import Role
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague

HASH = "0123456789abcdef" * 4


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def sign(client, text):
    return client.get("/api/ticketPrinting/qz/sign-message", {"request": text})


class TestPrintBridge:
    def test_signatures_fit_the_published_certificate(self, staff):
        pem = staff.get("/api/ticketPrinting/qz/certificate")
        signed = sign(staff, HASH)

        assert (pem["Content-Type"], signed["Content-Type"]) == ("text/plain", "text/plain")
        key = x509.load_pem_x509_certificate(pem.content).public_key()
        key.verify(base64.b64decode(signed.content), HASH.encode(), padding.PKCS1v15(), hashes.SHA512())
        assert staff.get("/api/ticketPrinting/qz/certificate").content == pem.content
        assert b"PRIVATE" not in PrintKey.objects.get().key_encrypted.encode()

    @pytest.mark.parametrize("text", ["", "abc", HASH.upper(), HASH + "0", HASH[:-1] + "\n"])
    def test_nothing_but_a_hash_is_signed(self, staff, text):
        assert_error(sign(staff, text), 422, "validation_failed")

    def test_only_for_staff(self, staff, client_for):
        assert_error(sign(client_for("reef"), HASH), 401, "unauthenticated")
        assert_error(client_for("reef").get("/api/ticketPrinting/qz/certificate"), 401)

    def test_a_minute_has_its_limit(self, staff, monkeypatch):
        monkeypatch.setattr(api, "MOST_A_MINUTE", 2)

        assert {sign(staff, HASH).status_code for _ in range(6)} == {200, 429}


class TestWhoPrints:
    def test_a_guide_prints_once_the_role_says_so(self, reef, client_for):
        guide = browser_of(client_for, make_colleague("Gia", "guide"))
        assert_error(sign(guide, HASH), 403, "forbidden")
        assert_error(guide.get("/api/ticketPrinting/qz/certificate"), 403, "forbidden")

        role = Role.objects.get(slug="guide")
        role.permissions = [*role.permissions, "ticket.print"]
        role.save()
        assert sign(guide, HASH).status_code == 200

    def test_a_link_of_another_site_signs_nothing(self, staff):
        link = {"X-Requested-With": "", "Sec-Fetch-Site": "cross-site"}
        path = f"/api/ticketPrinting/qz/sign-message?request={HASH}"

        assert_error(staff.get(path, headers=link), 403, "csrf_failed")
        answer = staff.get("/api/ticketPrinting/qz/certificate", headers=link)
        assert_error(answer, 403, "csrf_failed")
        assert not PrintKey.objects.exists()

    def test_one_line_a_day_and_person(self, staff, client_for):
        for _ in range(3):
            sign(staff, HASH)
        other = browser_of(client_for, make_colleague("Max"))
        sign(other, HASH)
        rows = AuditLog.objects.filter(action="device.print_signed")
        assert rows.count() == rows.values("user_avatar_id").distinct().count() == 2

        at = utc_now() + timedelta(days=1)
        avatar_id = rows.first().user_avatar_id
        set_actor(replace(current_actor(), avatar_id=avatar_id))
        for _ in range(2):
            print_signatures.sign(
                message=HASH, operator="Reef", avatar_id=avatar_id, day_began=at - timedelta(hours=1), at=at
            )
        assert rows.count() == 3

    def test_a_day_has_its_limit(self, staff, monkeypatch):
        monkeypatch.setattr(api, "MOST_A_DAY", 2)

        assert [sign(staff, HASH).status_code for _ in range(3)] == [200, 200, 429]
