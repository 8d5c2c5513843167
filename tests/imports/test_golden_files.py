"""Files as people have them: another program's, another country's, with a title above."""

from datetime import date

import pytest

from outfitter_tenants.customers.models import Customer
from outfitter_tenants.pricing.models import OfferCode
from tests.imports.import_calls import check, csv_of, detect, start, upload, work, xlsx_of

GERMAN = (
    "Kundenliste;;;\n"
    "Stand 28.11.2026;;;\n"
    "Vorname;Nachname;E-Mail-Adresse;Geburtsdatum\n"
    "Jörg;Müller;joerg@example.com;03.04.1980\n"
    'Änne;"Weiß; geb. Groß";aenne@example.com;25.12.1975\n'
)


def run(client, data: bytes, name: str, kind: str, **options: object) -> dict[str, object]:
    made = upload(client, data, name)
    guess = detect(client, made["iej_id"])
    found = check(client, made["iej_id"], kind, guess["mapping_guess"], **options)
    start(client, made["iej_id"], found["confirm_token"])
    work()
    return guess


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_german_list_in_any_encoding(rita, encoding):
    guess = run(rita, GERMAN.encode(encoding), "Kunden.csv", "customers")

    assert (guess["object_guess"], guess["delimiter"], guess["missing"]) == ("customers", ";", [])
    assert guess["headings"] == ["Vorname", "Nachname", "E-Mail-Adresse", "Geburtsdatum"]
    aenne = Customer.objects.get(email="aenne@example.com")
    assert (aenne.first_name, aenne.last_name) == ("Änne", "Weiß; geb. Groß")
    assert Customer.objects.get(email="joerg@example.com").birth_date == date(1980, 4, 3)


def test_a_spreadsheet_with_days_and_numbers_of_its_own(rita):
    rows = [
        ["Promo code", "Percent off", "Valid until", "Max uses"],
        ["SUN", 12.5, date(2027, 1, 31), 40],
        ["RAIN", 5, "", ""],
    ]
    guess = run(rita, xlsx_of(rows), "codes.xlsx", "offer_codes")
    assert (guess["object_guess"], guess["sheet"]) == ("offer_codes", "People")
    sun = OfferCode.objects.get(code="SUN")
    assert (sun.value, sun.book_to, sun.usage_limit) == (125_000, date(2027, 1, 31), 40)


def test_whose_export_it_is(rita):
    rows = [["Contact", "Contact Email", "Contact Phone"], ["Ana Ruiz", "a@example.com", "+34600123456"]]
    made = upload(rita, csv_of(rows))
    guess = detect(rita, made["iej_id"])
    assert (guess["object_guess"], guess["preset_guess"]) == ("customers", "fareharbor_contacts")
    assert guess["mapping_guess"] == {"name": "Contact", "email": "Contact Email", "phone": "Contact Phone"}
    assert detect(rita, made["iej_id"], preset="none")["preset_guess"] == ""


def test_a_file_that_is_read_another_way(rita):
    made = upload(rita, "Email;Name\na@example.com;J\u00f6rg\n".encode("cp1252"))
    wrong = detect(rita, made["iej_id"], encoding="cp1251", delimiter=",")
    assert wrong["headings"] == ["Email;Name"]
    right = detect(rita, made["iej_id"], encoding="cp1252", delimiter=";")
    assert right["sample_rows"] == [["a@example.com", "J\u00f6rg"]]
    bare = detect(rita, made["iej_id"], has_heading=False)
    assert (bare["headings"], len(bare["sample_rows"])) == (["Column 1", "Column 2"], 2)
