"""
What an owner does with figures: from the catalog to a report, from a total to its rows and to a trip,
and back; kept under a name for the team and by email; into a file.
"""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop


def open_report(page: Page, demo: Shop, name: str) -> None:
    """Find a report by its name in the catalog and open it."""
    office.enter(page, demo)
    page.goto(f"{demo.url}/reports")
    page.get_by_role("searchbox", name="Search reports").fill(name)
    page.get_by_role("link", name=re.compile(f"^{name}")).first.click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a field of the report."""
    page.get_by_role("button", name=re.compile(label)).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def test_from_a_total_to_its_trips_and_back(page: Page, demo: Shop, looks: Looks) -> None:
    open_report(page, demo, "Trips in groups")
    choose(page, "Period", "Last 365 days")
    choose(page, "Compare with", "Period before")
    expect(page.get_by_text("Compared with")).to_be_visible()
    page.get_by_text("Show as table").first.click()
    groups = page.get_by_role("region", name="Groups")
    first = groups.get_by_role("button", name=re.compile("^Show the rows of")).first
    expect(first).to_be_visible()
    shared = page.url
    looks.at(page, "a report in groups")
    page.set_viewport_size(PHONE)
    looks.at(page, "a report in groups on a phone")
    page.set_viewport_size(DESK)
    first.click()

    rows = page.get_by_role("grid", name="Trips")
    expect(rows.get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_role("navigation", name="Where you are")).to_contain_text("Trips in groups")
    looks.at(page, "the rows of a group")
    rows.get_by_role("row").nth(1).get_by_role("link").first.click()
    page.wait_for_url(re.compile(r"/trip/"))
    page.go_back()
    expect(rows.get_by_role("row").nth(1)).to_be_visible()
    page.get_by_role("navigation", name="Where you are").get_by_role("link").last.click()
    expect(groups).to_be_visible()
    page.goto(shared)
    expect(page.get_by_text("Compared with")).to_be_visible()


def test_a_report_is_kept_shared_mailed_and_made_a_file(page: Page, demo: Shop, looks: Looks) -> None:
    open_report(page, demo, "Trips in groups")
    page.get_by_role("button", name="Save report").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name").fill("What sells")
    window.get_by_role("switch", name="Share with team").click()
    window.get_by_role("switch", name="Send by email").click()
    looks.at(page, "a report that is mailed")
    window.get_by_role("button", name=re.compile("To$")).click()
    page.get_by_role("option").first.click()
    page.keyboard.press("Escape")
    window.get_by_role("button", name="Save report").click()
    expect(page.get_by_role("heading", name="What sells", level=1)).to_be_visible()

    page.get_by_role("button", name="Export").click()
    window.get_by_role("button", name="Export").click()
    expect(page.get_by_text("Export started")).to_be_visible()

    page.goto(f"{demo.url}/reports")
    saved = page.get_by_role("link", name=re.compile("What sells"))
    expect(saved).to_contain_text("Weekly by email")
    looks.at(page, "the catalog of reports")
    saved.click()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Delete report").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete report").click()
    expect(page.get_by_text("Report deleted")).to_be_visible()


def test_the_summary_of_an_owner_leads_to_what_it_is_made_of(page: Page, demo: Shop, looks: Looks) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/reports")
    page.get_by_role("link", name=re.compile("^Executive summary")).click()
    expect(page.get_by_role("heading", name="Executive summary", level=1)).to_be_visible()
    looks.at(page, "the executive summary")
    page.get_by_role("link", name=re.compile("^Sales this year")).click()
    expect(page.get_by_role("heading", name="Trips", level=1)).to_be_visible()


def test_groups_in_groups_have_subtotals_and_totals_lead_to_rows(
    page: Page, demo: Shop, looks: Looks
) -> None:
    office.enter(page, demo)
    page.goto(
        f"{demo.url}/reports?report=tripsGrouped&period=last_365_days&group=trip_method,month&chart=none"
    )
    groups = page.get_by_role("region", name="Groups")
    expect(groups.get_by_text(re.compile("^Subtotal: ")).first).to_be_visible()
    looks.at(page, "groups in groups with subtotals")
    page.set_viewport_size(PHONE)
    looks.at(page, "groups in groups with subtotals on a phone")
    page.set_viewport_size(DESK)

    totals = page.get_by_role("region", name="Totals")
    totals.get_by_role("button", name=re.compile("Show the .* rows behind this")).nth(1).click()
    expect(page.get_by_role("grid", name="Trips").get_by_role("row").nth(1)).to_be_visible()
    assert "sort=-" in page.url
    looks.at(page, "the rows of a total, those of most first")


def test_conversion_is_handed_on_by_a_link_and_taken_back(page: Page, demo: Shop, looks: Looks) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/reports?report=tripsConverted&period=last_365_days")
    page.get_by_role("button", name="Public link").click()
    window = page.get_by_role("dialog")
    window.get_by_role("button", name="Create link").click()
    withdraw = window.get_by_role("button", name="Withdraw").first
    expect(withdraw).to_be_visible()
    looks.at(page, "a public link of conversion")
    withdraw.click()
    expect(window.get_by_text("Withdrawn").first).to_be_visible()


def test_payments_are_grouped_compared_and_kept_as_all_reports_are(
    page: Page, demo: Shop, looks: Looks
) -> None:
    open_report(page, demo, "Payments in groups")
    choose(page, "Period", "Last 365 days")
    choose(page, "Compare with", "Period before")
    expect(page.get_by_text("Compared with")).to_be_visible()
    page.get_by_text("Show as table").first.click()
    groups = page.get_by_role("region", name="Groups")
    expect(groups.get_by_role("button", name=re.compile("^Show the rows of")).first).to_be_visible()
    page.goto(f"{page.url}&group=method,month,collected_by")
    expect(groups.get_by_text(re.compile("^Subtotal: ")).first).to_be_visible()
    looks.at(page, "payments in groups")
    page.set_viewport_size(PHONE)
    looks.at(page, "payments in groups on a phone")
    page.set_viewport_size(DESK)

    page.get_by_role("button", name="Save report").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name").fill("What came in")
    window.get_by_role("button", name="Save report").click()
    expect(page.get_by_role("heading", name="What came in", level=1)).to_be_visible()
    page.get_by_role("button", name="Export").click()
    window.get_by_role("radio", name="PDF").click()
    window.get_by_role("button", name="Export").click()
    expect(page.get_by_text("Export started")).to_be_visible()


def test_credit_limits_are_kept_without_days(page: Page, demo: Shop, looks: Looks) -> None:
    office.enter(page, demo)
    page.goto(f"{demo.url}/reports?report=resellersCreditLimit")
    expect(page.get_by_role("grid").get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Period"))).to_have_count(0)
    looks.at(page, "credit limits")
    page.get_by_role("button", name="Save report").click()
    window = page.get_by_role("dialog")
    looks.at(page, "credit limits are kept")
    window.get_by_label("Name").fill("Who owes")
    window.get_by_role("button", name="Save report").click()
    expect(page.get_by_role("heading", name="Who owes", level=1)).to_be_visible()
