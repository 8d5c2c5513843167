"""Somebody who has a keyboard and nothing else, and what a screen reader tells them."""

from playwright.sync_api import Locator, Page, expect

# Payment providers draw their fields into roots of their own.
FOCUSED = """(() => {
  let one = document.activeElement
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
  return one
})()"""
# What the focused control is called, near enough to what browsers compute.
NAME = """() => {
  const one = FOCUSED
  if (one === document.body) return ''
  const label = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent
  return (label ?? '').trim().replace(/\\s+/g, ' ')
}""".replace("FOCUSED", FOCUSED)
# A control whose focus nobody sees is lost.
IS_SEEN = """() => {
  const style = getComputedStyle(FOCUSED)
  return style.outlineStyle !== 'none' || style.boxShadow !== 'none'
}""".replace("FOCUSED", FOCUSED)
MOST_STOPS = 90


def turn_on(control: Locator) -> None:
    """Choose a radio button, a box or a switch: by its key, which hits it also while a window moves."""
    control.press("Space")
    expect(control).to_be_checked()


class Keyboard:
    """Walks by Tab and says where it stands."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.unseen: list[str] = []

    @property
    def name(self) -> str:
        """Return what the focused control is called."""
        return str(self.page.evaluate(NAME))

    def reach(self, words: str) -> None:
        """
        Press Tab until a control of this name has the focus.

        :raises AssertionError: it cannot be reached
        """
        stops = []
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            stops.append(self.name)
            if not self.page.evaluate(IS_SEEN) and self.name:
                self.unseen.append(self.name)
            if words in self.name:
                return
        raise AssertionError(f"no way to {words!r} past {stops}")

    def press(self, words: str, key: str = "Enter") -> None:
        """Reach a control and press it."""
        self.reach(words)
        self.page.keyboard.press(key)

    def write(self, words: str, text: str) -> None:
        """Reach a field and write into it."""
        self.reach(words)
        self.page.keyboard.type(text)
