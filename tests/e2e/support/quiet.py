"""Knowing when a screen is there: its data has come, nothing moves any more."""

from playwright.sync_api import Page, Request

# Asked for every frame: `expect` looks again after a tenth of a second, then a quarter, then half.
SKELETONS = "count => document.querySelectorAll('.animate-pulse-soft').length === count"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_REST = """() => document.getAnimations().every(one =>
  one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity)"""
KINDS = {"fetch", "xhr"}


class Quiet:
    """Follows what a page asks of the server, from the moment that this is made."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.open: set[Request] = set()
        page.on("request", self._asked)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    def _asked(self, request: Request) -> None:
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            # Whether the end of what the page before asked for is told or not: nobody waits for it.
            self.open.clear()
        elif request.resource_type in KINDS:
            self.open.add(request)

    def _ended(self, request: Request) -> None:
        self.open.discard(request)

    def wait(self, *, skeletons: int = 0) -> None:
        """
        Wait until no data is on its way, no skeleton stands and nothing moves.

        :param skeletons: how many belong to the screen itself
        :raises playwright.sync_api.Error: it does not come to rest
        """
        self.page.wait_for_function(SKELETONS, arg=skeletons)
        self.page.evaluate(TWO_FRAMES)
        while self.open:
            self.page.wait_for_event("requestfinished")
            self.page.evaluate(TWO_FRAMES)
        self.page.wait_for_function(SKELETONS, arg=skeletons)
        self.page.wait_for_function(AT_REST)
