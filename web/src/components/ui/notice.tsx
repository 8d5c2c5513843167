import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

const tones = {
  bad: 'bg-bad-wash text-bad',
  warn: 'bg-warn-wash text-warn',
  info: 'bg-accent-wash text-accent',
}

/** A remark inside a page: announced when it appears. */
export function Notice({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const Icon = tone === 'info' ? Info : CircleAlert
  return (
    <div
      role={tone === 'info' ? 'status' : 'alert'}
      className={cx('flex gap-3 rounded-md px-4 py-3 text-sm', tones[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 text-pretty">{children}</div>
    </div>
  )
}
