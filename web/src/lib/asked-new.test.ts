import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { creatablesFor } from '@/features/shell/creatables'
import { withoutNew } from './asked-new'

describe('the wish for a new thing', () => {
  it.each([
    ['new=1', ''],
    ['view=vip&new=1', 'view=vip'],
  ])('leaves the rest of the address: %s', (query, rest) => expect(withoutNew(query)).toBe(rest))

  it.each(['', 'new=', 'new=0', 'renew=1'])('is not in %j', (query) => expect(withoutNew(query)).toBeNull())

  it('is heard on as many screens as it is sent to', () => {
    const folder = fileURLToPath(new URL('../features/', import.meta.url))
    const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
    const hearing = screens.filter((name) => readFileSync(folder + name, 'utf8').includes('<AskedNew '))
    const sent = creatablesFor(['*']).filter((row) => 'query' in row)
    expect(sent.length).toBeGreaterThan(0)
    expect(hearing).toHaveLength(sent.length)
  })
})
