import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { locales } from '@/routes'

const read = (locale: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${locale}/${file}.json`, import.meta.url), 'utf8')) as Record<string, string>

// The words of a page, and its name in the navigation.
const pages = {
  audit: 'auditLogViewer',
  plugins: 'plugins',
  channels: 'channels',
  devices: 'devices',
  aiAgents: 'aiAgents',
  developers: 'developers',
  billing: 'billing',
  fields: 'customFields',
  catalog: 'catalog',
  resources: 'resources',
  waiverTemplates: 'waiverTemplates',
  team: 'team',
  guides: 'guides',
  embed: 'embedCodes',
  general: 'general',
  crm: 'crmSettings',
  callSettings: 'callSettings',
}

it.each(locales)('a page of set-up is called what led to it in %s', (locale) => {
  const shell = read(locale, 'shell')
  const titles = Object.keys(pages).map((file) => read(locale, file).title)
  expect(titles).toEqual(Object.values(pages).map((page) => shell[`page_${page}`]))
})
