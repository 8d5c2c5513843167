import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

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

export const toasts = new ToastQueue<Toast>({ maxVisibleToasts: 3 })
const keys = new Map<string, string>()

/** Long enough to read; what can be undone or went wrong stays longer. */
const SECONDS = { plain: 5, good: 5, bad: 12, action: 8 }

function show(tone: Toast['tone'], text: string, { id, ...rest }: Options = {}) {
  const before = id && keys.get(id)
  if (before) toasts.close(before)
  const seconds = Math.max(SECONDS[tone], rest.action ? SECONDS.action : 0)
  const onClose = () => id && keys.get(id) === key && keys.delete(id)
  const key: string = toasts.add({ tone, text, ...rest }, { timeout: seconds * 1000, onClose })
  if (id) keys.set(id, key)
}

/** Short messages above the page: `toast(text, { action: { label, onClick } })`, `toast.success`, `toast.error`. */
export const toast = Object.assign((text: string, options?: Options) => show('plain', text, options), {
  success: (text: string, options?: Options) => show('good', text, options),
  error: (text: string, options?: Options) => show('bad', text, options),
})
