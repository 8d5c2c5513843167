"""
A journey through a list of trips, with real clicks and real data.

The columns, the filter and the order that somebody needs every day become a view; it is shared with
the team and opens by itself; what it shows leaves as a file, in both formats; several trips are
changed in one go, with their progress in the corner; the view goes away again.
"""

import csv
import functools
import io
import re
import secrets
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.crew import Member, hire
from tests.e2e.support.shop import Shop

OWED = 5_000
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def grid_of(page: Page) -> Locator:
    """Return the list, once its rows are there."""
    grid = page.get_by_role("grid", name="Trips")
    expect(grid).to_have_attribute("aria-busy", "false")
    return grid


def choose_columns(page: Page) -> None:
    """Show the e-mail address as well."""
    page.get_by_role("button", name="Columns", exact=True).click()
    drawer = page.get_by_role("dialog", name="Columns")
    drawer.get_by_text("Email", exact=True).click()
    # Its box is in the other list now; had the focus stayed behind, Escape would go nowhere.
    box = drawer.get_by_role("checkbox", name="Email", exact=True)
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(grid_of(page).get_by_role("columnheader", name="Email")).to_be_visible()


def filter_and_sort(page: Page) -> None:
    """Keep what is owed, the most first."""
    page.get_by_role("button", name="Filter", exact=True).click()
    page.get_by_role("menuitem", name="Balance due").click()
    editor = page.get_by_role("dialog", name="Filter: Balance due")
    editor.get_by_label("At least").fill(str(OWED // 100))
    editor.get_by_role("button", name="Apply").click()
    expect(editor).to_be_hidden()
    header = grid_of(page).get_by_role("columnheader", name="Balance due")
    for way in ("ascending", "descending"):
        header.get_by_role("button", name="Balance due", exact=True).click()
        expect(header).to_have_attribute("aria-sort", way)


def save_view(page: Page, name: str) -> None:
    """Keep all that as a view for everybody, which the list opens with."""
    page.get_by_role("button", name="All trips").click()
    page.get_by_role("menuitem", name="Save as new view").click()
    dialog = page.get_by_role("dialog", name="Save as new view")
    dialog.get_by_label("View name").fill(name)
    dialog.get_by_text("Share with team").click()
    dialog.get_by_text("Make default view").click()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_be_hidden()


def expect_view(page: Page, name: str) -> int:
    """The view is open with its column, its filter and its order; returns how many rows it has."""
    expect(page.get_by_role("button", name=name)).to_be_visible()
    grid = grid_of(page)
    expect(grid.get_by_role("columnheader", name="Email")).to_be_visible()
    owed = grid.get_by_role("columnheader", name="Balance due")
    expect(owed).to_have_attribute("aria-sort", "descending")
    expect(page.get_by_role("button", name=re.compile("^Balance due .*50"))).to_be_visible()
    count = grid.get_attribute("aria-rowcount")
    assert count is not None
    return int(count) - 1


def exported(page: Page, kind: str, ending: str, folder: Path) -> Path:
    """Export what the list shows and download the file where it waits."""
    page.get_by_role("button", name="Export", exact=True).click()
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_text(kind).click()
    dialog.get_by_role("button", name=re.compile(r"^Export \d+ entries")).click()
    page.get_by_role("button", name="View exports").click()
    page.wait_for_url("**/importExportViewer")
    newest = page.get_by_role("listitem").filter(has_text=f".{ending}").first
    with page.expect_download() as coming:
        newest.get_by_role("link", name="Download").click()
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    page.go_back()
    return file


def rows_of_csv(file: Path) -> list[list[str]]:
    """Read a file of values with commas."""
    return list(csv.reader(io.StringIO(file.read_text("utf-8-sig"))))


def rows_of_xlsx(file: Path) -> list[list[str]]:
    """Read the first sheet of a workbook, by the letters of the format alone."""
    with zipfile.ZipFile(file) as book:
        names = book.namelist()
        shared = []
        if "xl/sharedStrings.xml" in names:
            root = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
            shared = ["".join(one.itertext()) for one in root]
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    return [_values(row, shared) for row in sheet.iter(f"{SHEET}row")]


def _values(row: ElementTree.Element, shared: list[str]) -> list[str]:
    found: dict[int, str] = {}
    for cell in row:
        text = "".join(cell.itertext())
        # An empty cell is left out: only its address says where one stands.
        letters = re.sub(r"\d", "", cell.get("r", ""))
        place = functools.reduce(lambda sum_, one: sum_ * 26 + ord(one) - 64, letters, 0)
        found[place] = shared[int(text)] if cell.get("t") == "s" else text
    return [found.get(place, "") for place in range(1, max(found, default=0) + 1)]


def expect_file(rows: list[list[str]], count: int) -> None:
    """The file has the columns and the rows of the list, in its order."""
    head, *body = rows
    assert "Email" in head
    assert len(body) == count
    place = head.index("Balance due")
    owed = [float(row[place].replace(",", "")) for row in body]
    assert owed == sorted(owed, reverse=True)
    assert owed[-1] >= OWED / 100


def change_all(page: Page) -> None:
    """Flag everything that matches and follow the work to its end."""
    grid = grid_of(page)
    grid.get_by_role("row").nth(1).get_by_role("checkbox").check()
    bar = page.get_by_role("region", name="1 selected")
    bar.get_by_role("button", name=re.compile("Select all .* matching")).click()
    page.get_by_role("button", name="Flag", exact=True).click()
    dialog = page.get_by_role("dialog", name="Flag")
    dialog.get_by_label("Comment").fill("Ask for the rest on arrival.")
    dialog.get_by_role("button", name=re.compile(r"Change \d+ trips")).click()
    expect(page.get_by_text("Flag trips: Done")).to_be_visible()
    expect(grid.get_by_label("Flagged").first).to_be_visible()


def delete_view(page: Page, name: str) -> None:
    """Take the view away; the list opens as usual again."""
    page.get_by_role("button", name=name).click()
    page.get_by_role("menuitem", name="Delete view").click()
    dialog = page.get_by_role("alertdialog", name="Delete view")
    dialog.get_by_role("button", name=f"Delete “{name}”").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Upcoming")).to_be_visible()


def see_shared(page: Page, member: Member, name: str) -> None:
    """A colleague finds the view among theirs, and it shows the same."""
    shop = Shop(member.shop.stack, member.shop.slug, member.client)
    office.enter(page, shop)
    page.goto(f"{shop.url}/trips")
    page.get_by_role("button", name="Upcoming").click()
    page.get_by_role("menuitem", name=name).click()
    expect_view(page, name)


def test_a_list_for_every_day(page: Page, new_context: NewContext, demo: Shop, tmp_path: Path) -> None:
    name = f"Owed {secrets.token_hex(3)}"
    office.enter(page, demo)
    page.goto(f"{demo.url}/trips?view=all")
    choose_columns(page)
    filter_and_sort(page)
    save_view(page, name)
    page.reload()
    count = expect_view(page, name)
    page.goto(f"{demo.url}/trips")
    assert expect_view(page, name) == count
    see_shared(new_context().new_page(), hire(demo, "manager"), name)

    expect_file(rows_of_csv(exported(page, "CSV", "csv", tmp_path)), count)
    expect_file(rows_of_xlsx(exported(page, "Excel", "xlsx", tmp_path)), count)
    change_all(page)
    delete_view(page, name)
