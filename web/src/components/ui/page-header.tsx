import type { ReactNode } from 'react'
import { Isolated } from '@/components/isolated'

type Props = { title: ReactNode; above?: ReactNode; text?: ReactNode; children?: ReactNode }

/** The head of a screen: where it stands, its name, and what can be done at once. */
export function PageHeader({ title, above, text, children }: Props) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div className="min-w-0">
        {above && <div className="mb-1 text-sm text-faint">{above}</div>}
        <h1 className="text-2xl font-semibold text-balance">
          <Isolated>{title}</Isolated>
        </h1>
        {text && <div className="mt-1 max-w-prose text-soft text-pretty">{text}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-3">{children}</div>}
    </header>
  )
}

const widths = { narrow: 'max-w-6xl', wide: 'max-w-6xl', full: 'max-w-[110rem]' }

/** The width and margins that screens share; a narrow one begins where the wide ones begin. */
export function PageBody({ width = 'wide', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <div className={`mx-auto px-4 py-5 md:px-8 md:py-7 ${widths[width]}`}>
      {width === 'narrow' ? <div className="max-w-3xl">{children}</div> : children}
    </div>
  )
}

/** A group of things that belong together, on a ground of its own. */
export function Card({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-xl border bg-surface">
      {title && (
        <header className="flex min-h-12 items-center justify-between gap-3 border-b px-4 sm:px-5">
          <h2 className="font-semibold">
            <Isolated>{title}</Isolated>
          </h2>
          {actions}
        </header>
      )}
      <div className="p-4 sm:p-5">{children}</div>
    </section>
  )
}
