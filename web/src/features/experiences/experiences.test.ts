import { describe, expect, it } from 'vitest'
import type { ExperienceRow } from '@/api/models'
import { byCategory, countsOf, reorderWithin, rowsWith } from './groups'
import { bodyOf, emptyExperience, experienceSchema } from './model'
import { htmlToText, textToHtml } from './text'

const adult = {
  id: 1,
  slug: 'adult',
  name: 'Adult',
  kind: 'adult',
  position: 0,
  translations: {},
  local_name: '',
  used_cnt: 2,
}
const filled = {
  ...emptyExperience([adult]),
  name: 'Kayak',
  minutes: 30,
  customerTypes: [{ customer_type_id: 1, base_price: 4900 }],
}

describe('a new experience', () => {
  it('is sold by seats, its description as HTML', () => {
    const body = bodyOf(experienceSchema.parse({ ...filled, description: 'One\n\nTwo & <three>' }))
    expect(body).toMatchObject({ capacity_type: 'timeslot', default_capacity: 12, duration_minutes: 150 })
    expect(body.description_html).toBe('<p>One</p><p>Two &amp; &lt;three&gt;</p>')
    expect(body.customerTypes).toEqual(filled.customerTypes)
  })

  it('is unlimited without a number of seats', () => {
    const body = bodyOf(experienceSchema.parse({ ...filled, default_capacity: null }))
    expect(body).toMatchObject({ capacity_type: 'unlimited', default_capacity: null })
  })

  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ name: '🛶'.repeat(200) }, 'name', 'tooLong'],
    [{ hours: 0, minutes: null }, 'hours', 'required'],
    [{ customerTypes: [] }, 'customerTypes', 'required'],
    [{ customerTypes: [{ customer_type_id: 1, base_price: null }] }, 'customerTypes.0.base_price', 'required'],
    [{ customerTypes: [{ customer_type_id: 1, base_price: -1 }] }, 'customerTypes.0.base_price', 'positive'],
  ])('%j is told at %s', (change, field, rule) => {
    const result = experienceSchema.safeParse({ ...filled, ...change })
    expect(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, rule]])
  })
})

it.each(['One', 'One\nline', 'One\n\nTwo', 'a < b & c > d', ''])('text %j survives as HTML', (text) => {
  expect(htmlToText(textToHtml(text))).toBe(text)
})

describe('the list', () => {
  const row = (id: number, slug: string, ...category_ids: number[]) =>
    ({ id, name: `Tour ${id}`, status: { id, slug, name: '' }, category_ids }) as ExperienceRow
  const rows = [row(1, 'live', 7), row(2, 'draft', 7, 8), row(3, 'archived'), row(4, 'live'), row(5, 'live', 99)]
  const ids = (found: ExperienceRow[]) => found.map(({ id }) => id)

  it('shows a status, and everything but the archive unasked', () => {
    expect(ids(rowsWith(rows, 'all', ''))).toEqual([1, 2, 4, 5])
    expect(ids(rowsWith(rows, 'archived', ''))).toEqual([3])
    expect(ids(rowsWith(rows, 'all', ' tOUR 4'))).toEqual([4])
    expect(countsOf(rows)).toEqual([
      { id: 'all', count: 4 },
      { id: 'live', count: 3 },
      { id: 'draft', count: 1 },
      { id: 'archived', count: 1 },
    ])
  })

  it('stands in groups, what has no category last', () => {
    const groups = byCategory(rowsWith(rows, 'all', ''), [
      { id: 8, name: 'Water' },
      { id: 7, name: 'Land' },
      { id: 6, name: 'Air' },
    ])
    expect(groups.map(({ name, rows: inside }) => [name, ids(inside)])).toEqual([
      ['Water', [2]],
      ['Land', [1, 2]],
      [null, [4, 5]],
    ])
  })

  it('can be put in order within a group: the others keep their places', () => {
    expect(reorderWithin([1, 2, 4, 5], [5, 1])).toEqual([5, 2, 4, 1])
    expect(reorderWithin([1, 2], [2, 1])).toEqual([2, 1])
  })
})
