import { expect, it } from 'vitest'
import { exportNames } from './export-names'
import type { ColumnFacts } from './model'

const facts = (kind: ColumnFacts['kind']): ColumnFacts => ({
  key: 'status',
  kind,
  is_sortable: false,
  is_filterable: true,
  is_groupable: false,
  is_nullable: false,
  options: [
    { id: 'draft', name: 'Draft', slug: 'draft' },
    { id: 7, name: 'Rebooked', slug: null },
  ],
})

it('names what the server calls otherwise, by its name and by its slug', () => {
  const name = (_: string, { slug, name }: { slug: string | null; name: string }) => (slug ? 'Entwurf' : name)
  expect(exportNames(facts('choice'), name)).toEqual({ Draft: 'Entwurf', draft: 'Entwurf' })
  expect(exportNames(facts('lookup'), name)).toEqual({})
  expect(exportNames(undefined, name)).toEqual({})
})
