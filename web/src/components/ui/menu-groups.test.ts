import { expect, it } from 'vitest'
import { groupsOf, inGroups } from './menu-groups'
import type { MenuEntry } from './menu-types'

const entry = (id: string, part: Partial<MenuEntry> = {}): MenuEntry => ({ id, label: id, onAction: () => {}, ...part })
const drawn = (...entries: MenuEntry[]) =>
  groupsOf(entries).map(({ name, items }) => [name ?? null, ...items.map(({ id }) => id)])

it('keeps the entries of a group together, with its name', () => {
  const money = { group: 'Money' }
  expect(drawn(entry('a'), entry('b', money), entry('c', money), entry('d', { group: 'End' }))).toEqual([
    [null, 'a'],
    ['Money', 'b', 'c'],
    ['End', 'd'],
  ])
})

it('begins anew where an entry asks for a line', () => {
  expect(drawn(entry('a'), entry('b', { isAfterLine: true }), entry('c'))).toEqual([
    [null, 'a'],
    [null, 'b', 'c'],
  ])
  expect(drawn()).toEqual([])
})

it('names entries by their groups and leaves out what is not there', () => {
  const found = inGroups([
    ['Guests', [false, entry('a')]],
    ['Money', [false]],
    ['End', [entry('b'), entry('c')]],
  ])
  expect(found.map(({ id, group }) => [id, group])).toEqual([
    ['a', 'Guests'],
    ['b', 'End'],
    ['c', 'End'],
  ])
})
