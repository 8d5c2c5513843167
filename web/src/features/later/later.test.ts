import { expect, it } from 'vitest'
import later from '@/messages/en/later.json'
import shell from '@/messages/en/shell.json'
import table from '@/routes/routes.json'
import { exists, type RouteName } from '@/routes'
import { laterPages } from './pages'

const listed = Object.keys(laterPages) as (keyof typeof laterPages)[]
const unbuilt = (Object.keys(table.routes) as RouteName[]).filter((name) => !exists(name))

/** Pages that are being built now; they leave routes.json's "later" without a row in the list. */
const underWay: RouteName[] = []

it('lists exactly the pages that routes.json leaves for later', () => {
  expect(listed.filter(exists)).toEqual([])
  expect(unbuilt.filter((name) => !underWay.includes(name)).sort()).toEqual([...listed].sort())
})

it('shows them inside the office', () => {
  for (const name of listed) expect([name, table.routes[name].shell]).toEqual([name, 'later'])
})

it('names each page, says what it will show, and leads on to pages of this version', () => {
  const names: string[] = [...Object.keys(later), ...Object.keys(shell)]
  for (const name of listed) {
    expect(later).toHaveProperty(`will_${name}`)
    expect(names.some((key) => key === `name_${name}` || key === `page_${name}`)).toBe(true)
    for (const to of laterPages[name].meanwhile) expect(listed).not.toContain(to)
  }
})
