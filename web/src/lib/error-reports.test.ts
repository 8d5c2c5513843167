import { beforeEach, expect, test, vi } from 'vitest'
import { loadReports, noteCrash } from './error-reports'

const settings = {
  script: '/widgets/assets/error-reports-x.js',
  dsn: 'https://key@reports.example/7',
  release: 'outfitter@1.0.0+abc',
  environment: 'production',
  operator: 'reef',
  user: 7,
}
type Script = { type?: string; src?: string; dataset: { errorReports?: string } }
let scripts: Script[] = []

beforeEach(() => {
  scripts = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    querySelector: () => scripts.find(({ dataset }) => dataset.errorReports) ?? null,
    createElement: () => ({ dataset: {} }),
    head: { append: (one: Script) => scripts.push(one) },
  })
})

test('nothing is loaded where nobody wants to hear of errors', () => {
  loadReports(null)
  loadReports(undefined)

  expect(scripts).toEqual([])
})

test('it is loaded once, with what the server said', () => {
  loadReports(settings)
  loadReports({ ...settings })

  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toMatchObject({ type: 'module', src: settings.script })
  expect(JSON.parse(scripts[0]?.dataset.errorReports ?? '')).toEqual(settings)
})

test('a failure waits for it, and goes to it at once afterwards', () => {
  const told: unknown[] = []
  noteCrash('first', 'a1')
  expect(window.outfitterCrashes).toEqual([{ error: 'first', reference: 'a1' }])

  window.outfitterCrashes = { push: (crash) => told.push(crash) }
  noteCrash('second', 'b2')

  expect(told).toEqual([{ error: 'second', reference: 'b2' }])
})
