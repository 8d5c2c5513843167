/** A booking that a reload of the page around us interrupted is opened once more, while its seats are held. */
import { isFramed, tellHost } from '../host'

/** `kept` is what the page around us kept and gives every frame at its place as its name (`trip-builder/resuming.ts`): no address says it. */
export function reopenTrip(kept: string, calendarId: string | null): void {
  const query = new URLSearchParams(kept)
  if (!isFramed() || !kept.startsWith('?') || Number(query.get('until')) < Date.now()) return
  for (const name of ['until', 'resume', 'intent', 'trip']) query.delete(name)
  tellHost({ type: 'showModal', url: `${location.origin}/widgets/tripBuilder?${query}`, calendar_id: calendarId })
}
