import type { ReactNode } from 'react'
import { Isolated } from '@/components/isolated'

/** Facts about one thing: what each is called, and what it is. Empty values show a dash. */
export function KeyValues({ rows }: { rows: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid gap-y-3 text-sm sm:grid-cols-[minmax(8rem,max-content)_1fr] sm:gap-x-6">
      {rows.map(([label, value]) => (
        <div key={label} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-faint">{label}</dt>
          <dd className="min-w-0 break-words">
            <Isolated>{value === null || value === undefined || value === '' ? '–' : value}</Isolated>
          </dd>
        </div>
      ))}
    </dl>
  )
}
