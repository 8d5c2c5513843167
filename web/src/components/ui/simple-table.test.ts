import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SimpleTable } from './simple-table'

const columns = [
  { id: 'name', name: 'Name', isRowHeader: true },
  { id: 'total', name: 'Total', align: 'end' as const },
]
type Person = { id: number; name: string; total: string }
const rows: Person[] = [{ id: 7, name: 'Ada', total: '4' }]
const cell = (row: Person, column: string) => (column === 'name' ? row.name : row.total)
const shared = { label: 'People', columns, rows, cell }
const drawn = (props: object) => renderToStaticMarkup(createElement(SimpleTable<Person>, { ...shared, ...props }))

describe('what opens a row of a short table', () => {
  test('a row that leads somewhere has one link and no button', () => {
    const html = drawn({ rowHref: (row: Person) => `/people/${row.id}` })
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('href="/people/7"')
    expect(html).not.toContain('<button')
  })

  test('a row that opens in place has one button and no link', () => {
    const html = drawn({ onRow: () => undefined })
    expect(html.match(/<button /g)).toHaveLength(1)
    expect(html).not.toContain('<a ')
  })

  test('what is pressed is never smaller than 24 px', () => {
    for (const props of [{ rowHref: () => '/' }, { onRow: () => undefined }]) {
      expect(drawn(props)).toMatch(/<(a|button) [^>]*min-h-7 min-w-7/)
    }
  })

  test('a table that only tells has neither', () => {
    expect(drawn({})).not.toMatch(/<(a|button) /)
  })
})
