"""The print bridge's certificate and signatures, and the voices that read out."""

import base64

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

from outfitter_tenants.devices.models import PrintKey, SpeechAccount
from tests.support.operations import assert_error
from tests.support.staff import owner_of

HASH = "0123456789abcdef" * 4
POLLY = {"provider": "polly", "voice": "Joanna", "language": "en-US"}


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
        key.verify(
            base64.b64decode(signed.content), HASH.encode(), padding.PKCS1v15(), hashes.SHA512()
        )
        assert staff.get("/api/ticketPrinting/qz/certificate").content == pem.content
        assert b"PRIVATE" not in PrintKey.objects.get().key_encrypted.encode()

    @pytest.mark.parametrize("text", ["", "abc", HASH.upper(), HASH + "0", HASH[:-1] + "\n"])
    def test_nothing_but_a_hash_is_signed(self, staff, text):
        assert_error(sign(staff, text), 422, "validation_failed")

    def test_only_for_staff_and_not_without_end(self, staff, client_for):
        assert_error(sign(client_for("reef"), HASH), 401, "unauthenticated")
        assert_error(client_for("reef").get("/api/ticketPrinting/qz/certificate"), 401)
        codes = {sign(staff, HASH).status_code for _ in range(121)}
        assert codes == {200, 429}


class TestVoices:
    def put(self, client, *accounts):
        return client.post(
            "/api/textToSpeech/accounts/set", {"accounts": accounts},
            content_type="application/json",
        )  # fmt: skip

    def test_secrets_go_in_and_never_come_out(self, staff):
        secret = {"secret_key": "hush-hush"}
        made = self.put(staff, {**POLLY, "credentials": secret, "is_default": True}).json()

        assert (made[0]["has_credentials"], made[0]["is_default"]) == (True, True)
        kept = self.put(staff, {**POLLY, "id": made[0]["id"], "region": "eu-west-1"}).json()
        assert (kept[0]["has_credentials"], kept[0]["region"]) == (True, "eu-west-1")
        shown = staff.get("/api/textToSpeech/accounts/get")
        assert b"hush" not in shown.content
        assert "hush" not in SpeechAccount.objects.get().credentials_encrypted
        assert self.put(staff).json() == []

    def test_what_is_refused(self, staff, client_for):
        browser = {"provider": "browser", "voice": "A", "language": "en", "is_default": True}

        assert_error(self.put(staff, POLLY), 422, "validation_failed")
        assert_error(self.put(staff, {**browser, "id": 999_999}), 422)
        assert_error(self.put(staff, browser, {**browser, "voice": "B"}), 422)
        assert_error(self.put(staff, browser, {**browser, "is_default": False}), 422)
        assert_error(client_for("reef").get("/api/textToSpeech/accounts/get"), 401)
