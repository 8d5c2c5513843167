'use client'
import Link from 'next/link'
import type { MouseEvent as RowClick, ReactNode } from 'react'
import { usePhone } from '@/lib/use-phone'
import { cx } from './cx'
import { Isolated } from '@/components/isolated'

export type SimpleColumn = {
  id: string
  name: string
  align?: 'start' | 'end'
  /** The cell that names the row; it becomes the link or the button when rows can be opened. */
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
  /** Where a row leads. Its cells then hold nothing else that can be pressed in the naming column. */
  rowHref?: (row: T) => string
  /** What a row opens in place; a row has this or `rowHref`. */
  onRow?: (row: T) => void
  /** A row on a narrow screen, in place of columns that would have to be scrolled sideways. */
  phone?: (row: T) => ReactNode
  /** What stands there when there are no rows. */
  empty?: ReactNode
}

const idOf = (row: unknown, index: number) => (row as { id?: string | number }).id ?? index
const alignClass = (column: SimpleColumn) => (column.align === 'end' ? 'text-end tabular-nums' : 'text-start')

/** A list short enough to be shown whole. On a phone it scrolls sideways, unless told how a row looks there. */
export function SimpleTable<T>(props: Props<T>) {
  const { label, columns, rows, cell, rowKey = idOf, rowHref, onRow, phone, empty } = props
  const isPhone = usePhone()
  if (rows.length === 0 && empty) return empty
  if (isPhone && phone) return <PhoneList {...{ label, rows, rowKey, rowHref, phone }} />
  return (
    // Relative: what only readers hear is placed, and would widen the page beside a table that scrolls.
    <div className="relative overflow-x-auto">
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
            <Row key={rowKey(row, index)} {...{ row, columns, cell, rowHref, onRow }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<T> = Pick<Props<T>, 'columns' | 'cell' | 'rowHref' | 'onRow'> & { row: T }

function Row<T>({ row, columns, cell, rowHref, onRow }: RowProps<T>) {
  const isOpenable = !!rowHref || !!onRow
  const open = (event: RowClick<HTMLTableRowElement>) => {
    // A click on something that acts by itself is not a click on the row; nor is marking text.
    const isOwn = (event.target as Element).closest('a, button, input, label, [role="button"], [role="switch"]')
    if (isOwn || window.getSelection()?.toString()) return
    // The row's own link is pressed as the row was, so that Ctrl opens another window here too.
    const { ctrlKey, metaKey, shiftKey } = event
    const link = event.currentTarget.querySelector('[data-row-link]')
    if (link)
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
    else onRow?.(row)
  }
  return (
    <tr onClick={isOpenable ? open : undefined} className={cx(isOpenable && 'cursor-pointer hover:bg-sunken')}>
      {columns.map((column) => {
        const Cell = column.isRowHeader ? 'th' : 'td'
        const content = <Isolated>{cell(row, column.id)}</Isolated>
        return (
          <Cell
            key={column.id}
            scope={column.isRowHeader ? 'row' : undefined}
            className={cx('h-11 px-3 py-2', alignClass(column), column.isRowHeader && 'font-medium')}
          >
            {column.isRowHeader ? <Opener {...{ row, rowHref, onRow }}>{content}</Opener> : content}
          </Cell>
        )
      })}
    </tr>
  )
}

type OpenerProps<T> = Pick<Props<T>, 'rowHref' | 'onRow'> & { row: T; children: ReactNode }

/** The one thing in a row that the keyboard reaches: a link where it leads somewhere, else a button. */
function Opener<T>({ row, rowHref, onRow, children }: OpenerProps<T>) {
  const className = 'inline-flex min-h-7 min-w-7 items-center text-start'
  if (rowHref) {
    return (
      <Link href={rowHref(row)} prefetch={false} data-row-link className={cx(className, 'hover:underline')}>
        {children}
      </Link>
    )
  }
  if (!onRow) return children
  return (
    <button type="button" onClick={() => onRow(row)} className={className}>
      {children}
    </button>
  )
}

type PhoneProps<T> = Pick<Props<T>, 'label' | 'rows' | 'rowHref'> & Required<Pick<Props<T>, 'rowKey' | 'phone'>>

function PhoneList<T>({ label, rows, rowKey, rowHref, phone }: PhoneProps<T>) {
  const className = 'flex min-h-14 flex-col justify-center px-4 py-2.5'
  return (
    <ul aria-label={label} className="divide-y">
      {rows.map((row, index) => (
        <li key={rowKey(row, index)}>
          {rowHref ? (
            <Link href={rowHref(row)} prefetch={false} className={cx(className, 'active:bg-sunken')}>
              {phone(row)}
            </Link>
          ) : (
            <div className={className}>{phone(row)}</div>
          )}
        </li>
      ))}
    </ul>
  )
}
