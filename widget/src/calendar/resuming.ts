/** A booking that a reload of the page around us interrupted is opened once more, while its seats are held. */
import { isFramed, tellHost } from '../host'

/** `kept` is what the page around us kept and gave this frame as its name (`trip-builder/resuming.ts`). */
export function reopenTrip(kept: string, calendarId: string | null): void {
  const until = Number(new URLSearchParams(kept).get('until'))
  if (!isFramed() || !kept.startsWith('?') || until < Date.now()) return
  tellHost({ type: 'showModal', url: `${location.origin}/widgets/tripBuilder${kept}`, calendar_id: calendarId })
}
