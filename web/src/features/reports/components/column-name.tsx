'use client'
import { useId } from 'react'
import type { ReportColumn } from '../adapter'
import { useReportWords } from '../words'

/** A column's heading; where its word needs one, with a short definition for mouse, keys and screen readers. */
export function ColumnName({ column }: { column: ReportColumn }) {
  const words = useReportWords()
  const id = useId()
  const name = words.column(column.key, column.label)
  const hint = words.hint(column.key)
  if (!hint) return <span>{name}</span>
  return (
    <>
      <abbr
        title={hint}
        aria-describedby={id}
        className="cursor-help no-underline decoration-dotted underline-offset-4 hover:underline"
      >
        {name}
      </abbr>
      <span id={id} className="sr-only">
        {hint}
      </span>
    </>
  )
}
