'use client'
import { createContext, use, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'

export const SearchContext = createContext('')

/** Whether a component's name or file has what is looked for. */
export const isFound = (wanted: string, name: string) => name.toLowerCase().includes(wanted.trim().toLowerCase())

type SpecimenProps = {
  name: string
  /** Where it is, below src/components. */
  file: string
  isWide?: boolean
  children: ReactNode
}

/** One component with all its states. */
export function Specimen({ name, file, isWide, children }: SpecimenProps) {
  if (!isFound(use(SearchContext), name)) return null
  return (
    <section id={name} aria-labelledby={`${name}-name`} className="scroll-mt-6 rounded-xl border bg-surface">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-2.5">
        <h3 id={`${name}-name`} className="font-semibold">
          {name}
        </h3>
        <code className="text-xs text-faint">{file}</code>
      </header>
      <div
        className={cx(
          'grid gap-x-6 gap-y-5 p-4',
          isWide ? 'grid-cols-1' : 'grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))]',
        )}
      >
        {children}
      </div>
    </section>
  )
}

type StateName = 'default' | 'hint' | 'disabled' | 'error' | 'loading' | 'empty' | 'focus' | 'selected' | 'some' | Kind
type Kind = 'small' | 'large' | 'danger'

/** One state of a component: its name in small letters, and the thing itself. */
export function State({ is, children }: { is: StateName; children: ReactNode }) {
  const t = useTranslations('components')
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-xs text-faint">{t(`state_${is}`)}</p>
      {children}
    </div>
  )
}

type LiveProps<T> = { start: T; children: (value: T, set: (value: T) => void) => ReactNode }

/** A value to play with. */
export function Live<T>({ start, children }: LiveProps<T>) {
  const [value, set] = useState(start)
  return children(value, set)
}
