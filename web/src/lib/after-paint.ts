/**
 * Do something once the next picture is on the screen, so that what was pressed answers first.
 *
 * A page that nobody sees gets no pictures: there it is done at once.
 */
export function afterPaint(work: () => void) {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden') return work()
  requestAnimationFrame(() => setTimeout(work))
}
