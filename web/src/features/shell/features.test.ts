import { expect, test } from 'vitest'
import { setupAreasFor } from '@/components/setup-areas'
import { creatablesFor } from './creatables'
import { isOn, isRouteOff, isRouteOn } from '@/lib/features'

const pages = (flags: Record<string, boolean>) =>
  setupAreasFor(['*'], flags).flatMap((area) => area.pages.map((page) => page.to))
const makes = (flags: Record<string, boolean>) => creatablesFor(['*'], flags).map(({ id }) => id)

test('a feature is away only where it was switched off', () => {
  expect(isOn(undefined, 'imports')).toBe(true)
  expect(isOn({}, 'imports')).toBe(true)
  expect(isOn({ imports: false }, 'imports')).toBe(false)
})

test.each([
  ['imports', 'importer'],
  ['partner_channels', 'channels'],
] as const)('without %s nothing leads to %s', (feature, route) => {
  expect(isRouteOn({ [feature]: false }, route)).toBe(false)
  expect(pages({ [feature]: true })).toContain(route)
  expect(pages({ [feature]: false })).not.toContain(route)
  expect(pages({ [feature]: false })).toContain('devices')
})

test('a channel can be connected only where channels are on', () => {
  expect(makes({})).toContain('channel')
  expect(makes({ partner_channels: false })).not.toContain('channel')
  expect(makes({ partner_channels: false })).toContain('trip')
})

test('what the platform charges is there where it charges', () => {
  expect(pages({})).not.toContain('billing')
  expect(pages({ billing: true })).toContain('billing')
})

test('a screen is away for its address only where its feature was switched off', () => {
  expect(isRouteOff({ partner_channels: false }, 'channel')).toBe(true)
  expect(isRouteOff({ imports: false }, 'importer')).toBe(true)
  expect(isRouteOff({ imports: false }, 'importExportViewer')).toBe(false)
  expect(isRouteOff(undefined, 'importer')).toBe(false)
  expect(isRouteOff({}, 'billing')).toBe(false)
})
