import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'

type Props = { title: ReactNode; text?: ReactNode; icon?: ReactNode; isWarning?: boolean; children?: ReactNode }

/** One thing of a card: what it is, how it stands, what can be done. */
export function Row({ title, text, icon, isWarning, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3 first:border-t-0 last:pb-0">
      {icon && (
        <span aria-hidden className="text-faint [&>svg]:size-5">
          {icon}
        </span>
      )}
      <div className="min-w-40 flex-1">
        <div className="flex flex-wrap items-center gap-2 font-medium">{title}</div>
        {text && <div className={cx('text-sm text-pretty', isWarning ? 'text-warn' : 'text-soft')}>{text}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
