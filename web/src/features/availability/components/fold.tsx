'use client'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { cx } from '@/components/ui/cx'

type Props = {
  title: string
  /** What stands in it while it is shut. */
  summary: string
  /** Something inside is wrong: it stays open. */
  isWrong?: boolean
  children: ReactNode
}

/** A group of fields that few need; shut, it says what they are set to. */
export function Fold({ title, summary, isWrong = false, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isWrong
  return (
    <section className="rounded-xl border bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          onClick={() => setOpen(!isShown)}
          className="flex min-h-14 w-full items-center gap-3 rounded-xl px-4 py-2 text-start sm:px-5"
        >
          <span className="min-w-0 grow">
            <span className="block font-semibold">{title}</span>
            {!isShown && <span className="block truncate text-sm text-faint">{summary}</span>}
          </span>
          <ChevronDown
            aria-hidden
            className={cx('size-5 shrink-0 text-faint transition-transform', isShown && 'rotate-180')}
          />
        </button>
      </h2>
      {isShown && (
        <div id={id} className="space-y-5 border-t p-4 sm:p-5">
          {children}
        </div>
      )}
    </section>
  )
}
