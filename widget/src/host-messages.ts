/** What the page around our frame says to it. */
import { isFramed, type ToFrame } from './host'

const isKnown = (data: unknown): data is ToFrame => ['requestClose', 'modalClosed'].includes((data as ToFrame | null)?.type as string)

/** Calls back for messages of the page that holds this frame. Returns the way to stop. */
export function onHostMessage(listen: (message: ToFrame) => void): () => void {
  const receive = (event: MessageEvent<unknown>): void => {
    if (isFramed() && event.source === window.parent && isKnown(event.data)) listen(event.data)
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}
