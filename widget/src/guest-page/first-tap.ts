/**
 * Repeats a tap that came before the script: the page is drawn by the server, so people tap what does
 * nothing yet. The browser remembers the first input of a page (W3C Event Timing, `first-input`);
 * where it does not, people tap again.
 *
 * Call it once `root` is drawn and its buttons work.
 */
export function repeatFirstTap(root: HTMLElement): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('first-input')) return
  const ready = performance.now()
  let heard: EventTarget | null = null
  const hear = ({ target }: Event): void => void (heard = target)
  root.addEventListener('click', hear, true)
  const observer = new PerformanceObserver((list) => {
    observer.disconnect()
    root.removeEventListener('click', hear, true)
    const [entry] = list.getEntries() as PerformanceEventTiming[]
    const button = entry && buttonOf(entry.target)
    // What the script heard itself is not lost: a finger that came down before and went up after.
    const isLost = entry && entry.processingStart < ready && (!heard || buttonOf(heard as Node) !== button)
    if (button && isLost && root.contains(button)) button.click()
  })
  observer.observe({ type: 'first-input', buffered: true })
}

/** The button that was tapped; links and forms work without a script. */
function buttonOf(target: Node | null | undefined): HTMLButtonElement | null {
  return target instanceof Element ? target.closest<HTMLButtonElement>('button:not([type="submit"], :disabled)') : null
}
