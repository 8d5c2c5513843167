"""What a screen reader says, near enough: where the keyboard is, what live regions tell."""

from collections.abc import Sequence

from playwright.sync_api import BrowserContext

# A region speaks when its words change. The calendar's grid and the steps of a booking name
# themselves by the focus that they take.
LISTENING = """(() => {
  const REGIONS = '[aria-live=polite], [role=status], [role=alert]'
  const last = new WeakMap()
  const words = (node) => (node.textContent ?? '').trim().replace(/\\s+/g, ' ')
  const tell = (region) => {
    const said = words(region)
    if (said === (last.get(region) ?? '')) return
    last.set(region, said)
    if (said) readerHears(said)
  }
  new MutationObserver((changes) => {
    const regions = new Set()
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement
      const around = element?.closest(REGIONS)
      if (around) regions.add(around)
      for (const node of addedNodes) {
        for (const one of node.querySelectorAll?.(REGIONS) ?? []) regions.add(one)
      }
    }
    regions.forEach(tell)
  }).observe(document, { childList: true, subtree: true, characterData: true })
  addEventListener('focusin', ({ target }) => {
    const label = target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent
    readerHears('> ' + (label ?? words(target)).trim().replace(/\\s+/g, ' '))
  })
})()"""


class Reader:
    """Listens to every page and frame of a context; `> ` stands before what took the focus."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        context.expose_function("readerHears", lambda words: self.heard.append(words))
        context.add_init_script(LISTENING)

    def missing(self, told: Sequence[str]) -> list[str]:
        """Return what was not said in this order, whatever was said between; then all that was."""
        rest = iter(self.heard)
        for number, words in enumerate(told):
            if not any(words in one for one in rest):
                return [*told[number:], "is missing in", *self.heard]
        return []
