import { afterPaint } from './after-paint'

export type Toast = {
  tone: 'plain' | 'good' | 'bad'
  text: string
  description?: string
  action?: { label: string; onClick: () => void }
}

type Options = Omit<Toast, 'tone' | 'text'> & {
  /** A new message takes the place of the one with the same id. */
  id?: string
}

type Sink = (toast: Toast, id: string | undefined) => void

/** Messages that come before what shows them is there wait for it. */
const early: Parameters<Sink>[] = []
let sink: Sink | null = null
let wake: (() => void) | null = null

/** Tell who is to load the messages' place when the first one comes; returns how to stop that. */
export function onFirstToast(tell: () => void): () => void {
  wake = tell
  if (early.length > 0) tell()
  return () => {
    wake = null
  }
}

/** Name who shows messages from now on; it gets those that waited. */
export function setSink(shown: Sink) {
  sink = shown
  early.splice(0).forEach(([toast, id]) => shown(toast, id))
}

function show(tone: Toast['tone'], text: string, { id, ...rest }: Options = {}) {
  const toast = { tone, text, ...rest }
  // What was pressed is to look pressed first; to put a message up takes longer than that.
  afterPaint(() => {
    if (sink) sink(toast, id)
    else early.push([toast, id])
    wake?.()
  })
}

/** Short messages above the page: `toast(text, { action: { label, onClick } })`, `toast.success`, `toast.error`. */
export const toast = Object.assign((text: string, options?: Options) => show('plain', text, options), {
  success: (text: string, options?: Options) => show('good', text, options),
  error: (text: string, options?: Options) => show('bad', text, options),
})
