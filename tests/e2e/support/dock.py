"""The manifest as a guide has it in the hand: kept for when there is no signal."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PHONE, NewContext
from tests.e2e.support.crew import Member, hire
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for
from tests.e2e.support.watch import Watch

# What a browser writes about calls that find no way.
NO_SIGNAL = (r"ERR_INTERNET_DISCONNECTED", r"ERR_FAILED", r"Failed to fetch")
KEPT = """async (path) => {
  if (!navigator.serviceWorker.controller) return false
  const scripts = await caches.keys()
  return scripts.length > 0 && !!(await caches.match(path))
}"""


def guide_of(shop: Shop, tour: Tour) -> Member:
    """Return a guide who leads the first departure of a tour."""
    guide = hire(shop, "guide")
    query = "SELECT id FROM people_useravatar WHERE lower(email) = %s"
    person = shop.rows(query, guide.email)[0]["id"]
    crew = {"guides": [{"id": person, "role": "lead"}], "force": True}
    shop.client.post(f"/api/timeslot/{tour.timeslot_ids[0]}/guides/assign", crew)
    return guide


class Phone:
    """A guide's phone with the manifest of one day open."""

    def __init__(
        self, guide: Member, day: str, new_context: NewContext, watches: dict[object, Watch]
    ) -> None:
        self.url = f"{guide.shop.url}/manifest?date={day}"
        self.context = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        watches[self.context].expect(*NO_SIGNAL)
        cookies = guide.client.cookies.items()
        self.context.add_cookies(
            [{"name": name, "value": value, "url": guide.shop.url} for name, value in cookies]  # type: ignore[list-item]
        )
        self.page = self.context.new_page()
        self.page.goto(self.url)

    def take_along(self) -> None:
        """Wait until the page and the day are kept on the phone."""
        page = self.page
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        wait_for(lambda: page.evaluate(KEPT, "/manifest"), "the page to be kept", 40)

    def lose_signal(self) -> None:
        """Go where there is no signal."""
        self.context.set_offline(True)
        # A page that begins may ask before the browser has told it that it is offline.
        self.context.route("**/api/**", lambda route: route.abort("internetdisconnected"))

    def find_signal(self) -> None:
        """Come back to where there is one."""
        self.context.unroute("**/api/**")
        self.context.set_offline(False)

    def restart(self) -> None:
        """Close the page and open it again, as after a flat battery."""
        self.page.close()
        self.page = self.context.new_page()
        self.page.goto(self.url)

    def banner(self, text: str) -> Locator:
        """Return the banner that says something about the connection."""
        return self.page.get_by_role("status").filter(has_text=text)


def open_page(page: Page, shop: Shop, tour: Tour) -> None:
    """Open the manifest of a tour's day at the desk."""
    page.goto(f"{shop.url}/manifest?date={tour.day}")
    expect(page.get_by_role("heading", name=tour.name).first).to_be_visible()
