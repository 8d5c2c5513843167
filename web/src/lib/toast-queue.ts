import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'
import { setSink, type Toast } from './toast'

export const toasts = new ToastQueue<Toast>({ maxVisibleToasts: 3 })
const keys = new Map<string, string>()

/** Long enough to read; what can be undone or went wrong stays longer. */
const SECONDS = { plain: 5, good: 5, bad: 12, action: 8 }

setSink((toast, id) => {
  const before = id && keys.get(id)
  if (before) toasts.close(before)
  const seconds = Math.max(SECONDS[toast.tone], toast.action ? SECONDS.action : 0)
  const onClose = () => id && keys.get(id) === key && keys.delete(id)
  const key: string = toasts.add(toast, { timeout: seconds * 1000, onClose })
  if (id) keys.set(id, key)
})
