'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type Props<T> = {
  title: string
  /** Undefined while they are not read yet. */
  rows: T[] | undefined
  onOpen: (isOpen: boolean) => void
  children: (row: T) => ReactNode
}

/** What was taken out of use, folded away until somebody looks for it. */
export function RemovedList<T extends { id: number }>({ title, rows, onOpen, children }: Props<T>) {
  const t = useTranslations('experience')
  return (
    <details className="mt-4" onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary className="min-h-11 w-fit cursor-pointer content-center text-sm font-medium text-soft hover:text-ink">
        {title}
      </summary>
      {rows?.length === 0 && <p className="text-sm text-faint">{t('nothingRemoved')}</p>}
      {!!rows?.length && (
        <ul className="divide-y rounded-md border">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-12 flex-wrap items-center gap-3 px-3 py-2">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
