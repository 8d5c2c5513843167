"""
An owner changes systems: customers and the bookings that are still to come are brought in from files.

The file of trips says its days as 03/04, which nobody may guess; it has a booking that does not fit,
which stays behind with its reason. What came can be left and found again, and is undone.
"""

from datetime import date, timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.watch import Watch

PHONE = {"width": 390, "height": 844}


def ambiguous_day() -> int:
    """Return in how many days there is one that day and month could change places of."""
    ahead = 2
    while (day := date.today() + timedelta(days=ahead)).day > 12 or day.day == day.month:
        ahead += 1
    return ahead


def file_of(folder: Path, name: str, *lines: str) -> Path:
    file = folder / name
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def bookings(folder: Path, tour: Tour) -> Path:
    """Write what another system exports: two bookings that fit, one of a tour that nobody has."""
    day = f"{tour.day.day:02}/{tour.day.month:02}/{tour.day.year}"
    return file_of(
        folder,
        "bookings.csv",
        "Booking ID;Contact;Contact Email;Item;Start Date;Start Time;Tickets;Total;Total Paid",
        f"FH-1;Ann Lee;ann@guests.example;{tour.name};{day};09:00;2 Adult, 1 Child;223,00;100,00",
        f"FH-2;Bo Park;bo@guests.example;{tour.name};{day};14:30;1 Adult;89,00;",
        f"FH-3;Cy Ruiz;cy@guests.example;Submarine;{day};09:00;1 Adult;89,00;",
    )


def upload(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)


def test_customers_come_in(page: Page, own_shop: Shop, looks: Looks, tmp_path: Path) -> None:
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/tools/importer")
    expect(page.get_by_role("heading", name="What do you want to import?")).to_be_visible()
    looks.at(page, "importer")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download a template: Customers").click()
    assert coming.value.path().read_text("utf-8-sig").startswith("first_name,")

    upload(
        page,
        file_of(
            tmp_path,
            "people.csv",
            "First name,Last name,Email,Favorite color",
            "Ann,Lee,ann@guests.example,blue",
            "Bo,Park,not an address,red",
        ),
    )

    page.wait_for_url("**/importer/customers?iej=*")
    expect(page.get_by_text("These columns are not imported: Favorite color.")).to_be_visible()
    looks.at(page, "importer columns")
    page.get_by_role("button", name="Check the rows").click()
    expect(page.get_by_role("heading", name="Check the rows")).to_be_focused()
    expect(page.get_by_role("table", name="Problems").get_by_text("not an address")).to_be_visible()
    page.get_by_role("button", name="Import 1 row").click()
    expect(page.get_by_role("heading", name="Result")).to_be_visible(timeout=30_000)
    looks.at(page, "importer result")
    [row] = own_shop.rows("SELECT * FROM customers_customer WHERE email = 'ann@guests.example'")
    assert row["last_name"] == "Lee"


def say_that_days_come_first(page: Page, looks: Looks) -> None:
    """Answer what nobody may guess: whether 03/04 is in March or in April."""
    question = page.get_by_role("radiogroup", name="Which day is")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Check the rows").click()
    expect(question.get_by_text("Please say whether the day or the month comes first.")).to_be_visible()
    looks.at(page, "importer question")
    question.get_by_role("radio", name="Day first").check()
    page.get_by_role("button", name="Check the rows").click()


def find_it_on_a_phone(page: Page, shop: Shop, looks: Looks) -> None:
    """Find an import that is over again, from the list of all."""
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/tools/importExportViewer")
    looks.at(page, "imports and exports")
    page.get_by_role("link", name="Open").first.click()
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    looks.at(page, "importer result")


def test_trips_come_in_and_go_again(
    page: Page, new_context: NewContext, own_shop: Shop, looks: Looks, tmp_path: Path, watch: Watch
) -> None:
    # What nobody may guess is refused until it is said.
    watch.expect(r"/preFlightValidator")
    tour = own_shop.add_tour(seats=4, days_ahead=ambiguous_day())
    office.enter(page, own_shop)
    page.goto(f"{own_shop.url}/setup/tools/importer/trips")
    upload(page, bookings(tmp_path, tour))

    say_that_days_come_first(page, looks)

    problems = page.get_by_role("table", name="Problems")
    expect(problems.get_by_role("row").filter(has_text="Submarine")).to_contain_text("4")
    looks.at(page, "importer check")
    address = page.url
    page.get_by_role("button", name="Import 2 rows").click()
    expect(page.get_by_role("heading", name="Result")).to_be_visible(timeout=30_000)
    looks.at(page, "importer trips result")

    trip = own_shop.trip_of("ann@guests.example")
    assert (trip["status"], trip["total_amount"], trip["paid_amount"]) == ("reserved", 22_300, 10_000)
    assert own_shop.seats(tour.timeslot_ids[0]) == (3, 0)
    assert own_shop.stack.mailbox("ann@guests.example") == []

    find_it_on_a_phone(new_context(viewport=PHONE).new_page(), own_shop, looks)

    page.goto(address)
    page.get_by_role("button", name="Undo import").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Undo import").click()
    expect(page.get_by_text("The import was undone: 2 rows were removed.")).to_be_visible(timeout=30_000)
    assert own_shop.seats(tour.timeslot_ids[0]) == (0, 0)
    assert own_shop.trip_of("ann@guests.example")["status"] == "deleted"
