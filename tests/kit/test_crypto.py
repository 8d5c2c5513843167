import pytest
from cryptography.fernet import Fernet

from outfitter.kit import crypto, ids, locales

pytestmark = pytest.mark.rules


def test_encrypted_settings_come_back_and_older_keys_stay_readable():
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    written = crypto.encrypt_json([old], {"secret": "x"})

    assert crypto.decrypt_json([new, old], written) == {"secret": "x"}
    assert "secret" not in written


def test_a_foreign_key_reads_nothing():
    written = crypto.encrypt_json([Fernet.generate_key().decode()], {"a": 1})

    with pytest.raises(crypto.Undecryptable):
        crypto.decrypt_json([Fernet.generate_key().decode()], written)


def test_parts_of_a_keyed_hash_cannot_be_moved():
    assert crypto.keyed_hash("k", "ab", "c") != crypto.keyed_hash("k", "a", "bc")


def test_confirmation_codes_read_well_aloud():
    codes = {ids.confirmation_code() for _ in range(200)}

    assert len(codes) == 200
    assert all(len(code) == 9 and code[4] == "-" for code in codes)
    assert not set("".join(codes)) & set("01OILUV")


@pytest.mark.parametrize(
    ("tag", "locale"),
    [("de-AT", "de"), ("zh_TW", "zh"), ("PT-br", "pt"), ("xx", "en"), ("", "en"), (None, "en")],
)
def test_route_locale(tag, locale):
    assert locales.route_locale(tag) == locale
