'use client'
import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'

const tones = {
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  info: 'bg-accent-wash text-accent',
}

type BannerProps = {
  tone: keyof typeof tones
  icon: ReactNode
  action?: ReactNode
  isLive?: boolean
  children: ReactNode
}

/** One thing to know before anything else on the page. */
export function Banner({ tone, icon, action, isLive = true, children }: BannerProps) {
  return (
    <div
      role={isLive ? 'status' : undefined}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-2.5 text-sm', tones[tone])}
    >
      <span className="flex min-w-0 grow basis-64 gap-3 text-pretty">
        <span className="mt-0.5 shrink-0">{icon}</span>
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </div>
  )
}
