"""
Somebody who reads German and has no mouse brings customers in: tries it, does it, and takes it back.

Screens, reasons and the file of rows that were left out speak German.
"""

import csv
import io
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.support import office
from tests.e2e.support.keyboard import Keyboard
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
LINES = (
    "Vorname;Nachname;E-Mail;Handynummer;Geburtstag;Lieblingsfarbe",
    "Ann;Lehmann;ann@guests.example;+49 151 23456781;03/04/1988;blau",
    "Bo;Ostrowski;bo@guests.example;+49 151 23456782;05/06/1979;grün",
    "Cy;Ruiz;keine Adresse;+49 151 23456783;07/08/1991;rot",
    "Ann;Lehmann;ann@guests.example;+49 151 23456781;03/04/1988;blau",
)


def seen(page: Page, looks: Looks, where: str) -> None:
    """Look at a screen as it is on a desk and on a phone."""
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        looks.at(page, f"{where} {size['width']}")


def upload(page: Page, keys: Keyboard, file: Path) -> None:
    keys.reach("Datei hier ablegen")
    with page.expect_file_chooser() as coming:
        page.keyboard.press("Enter")
    coming.value.set_files(file)
    page.wait_for_url("**/importer/customers?iej=*")


def match_columns(page: Page, keys: Keyboard, looks: Looks) -> None:
    """Say what the file leaves open: which column the phone is, and that days come first."""
    expect(page.get_by_role("heading", name="Spalten zuordnen")).to_be_focused()
    left_out = page.get_by_text("Diese Spalten werden nicht importiert:")
    expect(left_out).to_contain_text("Handynummer")
    keys.press("weitere Felder anzeigen")
    # What came to be seen stands above.
    page.get_by_role("button", name="Spalte für Mobiltelefon").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Handy")
    page.keyboard.press("Enter")
    expect(left_out).not_to_contain_text("Handynummer")
    keys.reach("Tag zuerst")
    page.keyboard.press("Space")
    keys.press("Probelauf", "Space")
    seen(page, looks, "columns in German")
    keys.press("Zeilen prüfen")


def try_it(page: Page, keys: Keyboard, looks: Looks) -> None:
    """Look at what is wrong, and go through the motions."""
    expect(page.get_by_role("heading", name="Zeilen prüfen")).to_be_focused()
    problems = page.get_by_role("table", name="Probleme")
    expect(problems.get_by_text("Das ist keine E-Mail-Adresse.")).to_be_visible()
    expect(problems.get_by_text("Diese Zeile ist gleich wie Zeile 1 dieser Datei.")).to_be_visible()
    seen(page, looks, "check in German")
    keys.press("Probelauf starten")
    expect(page.get_by_text("Der Probelauf ist fertig.")).to_be_visible(timeout=30_000)
    seen(page, looks, "practice in German")


def read_outcome(page: Page, keys: Keyboard) -> list[list[str]]:
    keys.reach("Problemzeilen herunterladen")
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    return list(csv.reader(io.StringIO(coming.value.path().read_text("utf-8-sig"))))


def take_back(page: Page, keys: Keyboard) -> None:
    keys.press("Import zurücknehmen")
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_contain_text("2 Zeilen werden entfernt oder werden wieder, wie sie waren.")
    expect(dialog).not_to_contain_text("Plätze")
    keys.press("Import zurücknehmen")
    expect(page.get_by_text("Der Import wurde zurückgenommen: 2 Zeilen.")).to_be_visible(timeout=30_000)


def test_customers_come_and_go_by_keyboard_in_german(
    page: Page, own_shop: Shop, looks: Looks, tmp_path: Path
) -> None:
    file = tmp_path / "kunden.csv"
    file.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    keys = Keyboard(page)
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/de/setup/tools/importer/customers")
    upload(page, keys, file)

    match_columns(page, keys, looks)
    try_it(page, keys, looks)
    assert own_shop.rows("SELECT 1 FROM customers_customer WHERE last_name = 'Lehmann'") == []

    keys.press("Jetzt wirklich importieren")
    expect(page.get_by_role("heading", name="Zeilen prüfen")).to_be_focused()
    keys.press("2 Zeilen importieren")
    expect(page.get_by_role("heading", name="Ergebnis")).to_be_focused(timeout=30_000)
    seen(page, looks, "result in German")
    [ann] = own_shop.rows("SELECT * FROM customers_customer WHERE email = 'ann@guests.example'")
    assert str(ann["birth_date"]) == "1988-04-03"

    head, *rows = read_outcome(page, keys)
    assert head[:2] == ["Zeile", "Probleme"]
    assert [row[:2] for row in rows] == [
        ["3", "E-Mail: Das ist keine E-Mail-Adresse."],
        ["4", "Diese Zeile ist gleich wie Zeile 1 dieser Datei."],
    ]

    take_back(page, keys)
    assert own_shop.rows("SELECT 1 FROM customers_customer WHERE email = 'ann@guests.example'") == []
    assert keys.unseen == []
