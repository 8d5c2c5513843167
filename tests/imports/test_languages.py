"""What an import says is said in the language of whoever reads it, its files in that of whoever ran it."""

import csv
import io

import pytest

from outfitter_tenants.customers.models import Customer
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.transfer.models import Transfer
from tests.imports.import_calls import (
    bring_in,
    checked,
    content,
    csv_of,
    detect,
    send,
    start,
    state,
    try_check,
    undo,
    upload,
    work,
)
from tests.support.api_operations import assert_error

HEAD = ["First name", "Last name", "Email", "Birthday"]
ANA = ["Ana", "Ruiz", "ana@example.com", "1988-05-17"]
WRONG = ["Ben", "Stone", "nobody", "1850-01-01"]


def speak(client, language: str) -> None:
    """Have the screen of a client speak a language from now on."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language


@pytest.fixture
def german(rita):
    speak(rita, "de-AT,de;q=0.8")
    return rita


def told(body: dict) -> dict[str, str]:
    return {one["column"]: one["message"] for one in body["errors"]}


def test_a_check_speaks_to_each_reader_in_their_language(german):
    found = checked(german, "customers", [HEAD, ANA, WRONG, ANA])
    assert told(found) == {
        "email": "Das ist keine E-Mail-Adresse.",
        "birth_date": "Das kann kein Geburtsdatum sein.",
        "": "Diese Zeile ist gleich wie Zeile 1 dieser Datei.",
    }
    for language, twin in (
        ("en", "This is the same as row 1 of this file."),
        ("fr", "Cette ligne est identique à la ligne 1 de ce fichier."),
        ("xx", "This is the same as row 1 of this file."),
    ):
        speak(german, language)
        assert told(state(german, found["iej_id"])["check"])[""] == twin


def test_the_outcome_speaks_the_language_of_whoever_checked_and_ran(german):
    found = checked(german, "customers", [HEAD, ANA, WRONG])
    rows = list(csv.reader(io.StringIO(content(german, found["outcome_url"]))))
    assert rows[0][:3] == ["Zeile", "Probleme", "First name"]
    assert rows[1][1].startswith(
        "Email: Das ist keine E-Mail-Adresse.; Birthday: Das kann kein Geburtsdatum sein."
    )

    speak(german, "es")
    start(german, found["iej_id"], found["confirm_token"])
    work()
    speak(german, "en")
    text = content(german, state(german, found["iej_id"])["outcome_url"])
    assert text.startswith("Fila,Problemas,")
    assert Job.objects.get(kind="transfer.import").errors[0]["message"].startswith("Esto no es")


def test_a_refusal_of_another_module_is_told_too(german, monkeypatch):
    from outfitter_tenants.catalog.operations import products
    from outfitter_tenants.catalog.operations.products import OutOfStock

    def refuse(**_values):
        raise OutOfStock("None left.")

    found = checked(german, "products", [["Name", "Price"], ["Mug", "9.00"]])
    monkeypatch.setattr(products, "save_product", refuse)
    start(german, found["iej_id"], found["confirm_token"])
    work()
    text = content(german, state(german, found["iej_id"])["outcome_url"])
    assert "Davon ist nichts mehr auf Lager." in text


def test_a_field_that_no_column_fills_is_the_whole_rows(german, monkeypatch):
    from outfitter.kit.errors import Invalid
    from outfitter_tenants.catalog.operations import products

    def refuse(**_values):
        raise Invalid({"sku": ["Another product has this SKU."], "translations.de": ["Too long."]})

    found = checked(german, "products", [["Name", "SKU", "Price"], ["Mug", "M1", "9.00"]])
    monkeypatch.setattr(products, "save_product", refuse)
    start(german, found["iej_id"], found["confirm_token"])
    work()
    text = content(german, state(german, found["iej_id"])["outcome_url"])
    assert "SKU: Ein anderes Produkt hat diesen Code.; Dieser Wert ist hier nicht möglich." in text


def test_what_stays_when_an_import_is_undone_is_told(german):
    done = bring_in(german, "customers", [HEAD, ANA])
    Customer.objects.update(version=2)
    undone = undo(german, done["iej_id"])["undo"]
    assert [one["message"] for one in undone["reasons"]] == ["Ana Ruiz wurde nach dem Import geändert."]
    assert Job.objects.get(kind="transfer.undo").errors[0]["message"] == undone["reasons"][0]["message"]
    speak(german, "en")
    reasons = state(german, done["iej_id"])["undo"]["reasons"]
    assert [one["message"] for one in reasons] == ["Ana Ruiz was changed after the import."]


def test_a_file_is_refused_in_words_with_its_line(german):
    body = assert_error(send(german, b"email,email\na@example.com,b\n"), 422, "file_refused")
    assert body["message"] == "Zeile 1: Zwei Spalten heißen „email“."
    assert (body["detail"]["reason"], body["detail"]["line"]) == ("duplicate_heading", 1)
    body = assert_error(send(german, b""), 422, "file_refused")
    assert body["message"] == "In dieser Datei stehen keine Zeilen."


def test_what_nobody_may_guess_is_asked_in_words(german):
    made = upload(german, csv_of([["Email", "Birthday"], ["a@example.com", "03/04/1988"]]))
    mapping = detect(german, made["iej_id"], object="customers")["mapping_guess"]
    body = assert_error(try_check(german, made["iej_id"], "customers", mapping), 422, "validation_failed")
    asked = "Geben Sie an, ob zuerst der Tag oder der Monat steht."
    assert body["detail"]["fields"]["options.date_format"] == [asked]
    fixed = {"country": "Atlantis"}
    answer = try_check(german, made["iej_id"], "customers", mapping, date_format="dmy", fixed=fixed)
    body = assert_error(answer, 422, "validation_failed")
    assert body["detail"]["fields"]["fixed.country"] == ["Das ist kein Land. Richtig wäre zum Beispiel: DE"]


def test_a_row_that_was_kept_before_its_values_has_the_plain_sentence(german):
    found = checked(german, "customers", [HEAD, ANA, ANA])
    row = Transfer.objects.get()
    for one in row.report["check"]["errors"]:
        del one["detail"]
    row.save()
    shown = told(state(german, found["iej_id"])["check"])
    assert shown[""] == "Eine frühere Zeile dieser Datei ist gleich."
