'use client'
import type { MouseEvent, ReactNode } from 'react'
import { cx } from './cx'

export type SimpleColumn = {
  id: string
  name: string
  align?: 'start' | 'end'
  /** The cell that names the row; it becomes the button when rows can be opened. */
  isRowHeader?: boolean
  /** Class names for the width, e.g. "w-32". */
  width?: string
  isNameHidden?: boolean
}

type Props<T> = {
  label: string
  columns: SimpleColumn[]
  rows: T[]
  cell: (row: T, columnId: string) => ReactNode
  rowKey?: (row: T, index: number) => string | number
  onRow?: (row: T) => void
  /** What stands there when there are no rows. */
  empty?: ReactNode
}

const idOf = (row: unknown, index: number) => (row as { id?: string | number }).id ?? index
const alignClass = (column: SimpleColumn) => (column.align === 'end' ? 'text-end tabular-nums' : 'text-start')

/** A list short enough to be shown whole. Scrolls sideways on a phone. */
export function SimpleTable<T>({ label, columns, rows, cell, rowKey = idOf, onRow, empty }: Props<T>) {
  if (rows.length === 0 && empty) return empty
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cx('px-3 py-2 text-xs font-medium text-faint', alignClass(column), column.width)}
              >
                <span className={cx(column.isNameHidden && 'sr-only')}>{column.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row, index) => (
            <Row key={rowKey(row, index)} row={row} columns={columns} cell={cell} onRow={onRow} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<T> = Pick<Props<T>, 'columns' | 'cell' | 'onRow'> & { row: T }

function Row<T>({ row, columns, cell, onRow }: RowProps<T>) {
  const open = (event: MouseEvent) => {
    // A click on something that acts by itself is not a click on the row; nor is marking text.
    const isOwn = (event.target as Element).closest('a, button, input, label, [role="button"], [role="switch"]')
    if (!isOwn && !window.getSelection()?.toString()) onRow?.(row)
  }
  return (
    <tr onClick={onRow && open} className={cx(onRow && 'cursor-pointer hover:bg-sunken')}>
      {columns.map((column) => {
        const Cell = column.isRowHeader ? 'th' : 'td'
        const content = cell(row, column.id)
        return (
          <Cell
            key={column.id}
            scope={column.isRowHeader ? 'row' : undefined}
            className={cx('h-11 px-3 py-2', alignClass(column), column.isRowHeader && 'font-medium')}
          >
            {column.isRowHeader && onRow ? (
              <button type="button" onClick={() => onRow(row)} className="min-h-7 text-start">
                {content}
              </button>
            ) : (
              content
            )}
          </Cell>
        )
      })}
    </tr>
  )
}
