/**
 * Fetch something that a page will want later, once it has had `ms` to come to rest; returns what calls that off.
 *
 * The mark lets whoever weighs a page tell what it needed from what it got ready in advance, however slow the machine.
 */
export function afterRest(ms: number, fetchAhead: () => Promise<unknown>) {
  const timer = setTimeout(() => {
    performance.mark('rest')
    // Nothing is lost: it is fetched when it is wanted.
    void fetchAhead().catch(() => undefined)
  }, ms)
  return () => clearTimeout(timer)
}
