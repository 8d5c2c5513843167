import { describe, expect, it, vi } from 'vitest'
import { crashReport, reportText } from './crash'
import { isStaleDeploy, mayReload, reloadOnce } from './stale-deploy'

const at = new Date('2026-07-01T09:30:12.345Z')

describe('crashReport', () => {
  it('says where and when, and nothing about a person', () => {
    const error = new TypeError('Cannot read "Anna Berg" of undefined')
    error.stack = [
      'TypeError: Cannot read "Anna Berg" of undefined',
      '    at Trip (https://reef.example/_next/static/chunks/0a1b2c.js:1:2345)',
      '    at render (https://reef.example/_next/static/chunks/9f8e7d.js:7:8)',
    ].join('\n')
    const report = crashReport(error, 'https://reef.example/de/search?q=Anna+Berg#x', at)
    expect(report).toMatchObject({
      address: '/de/search?…',
      at: '2026-07-01T09:30:12Z',
      problem: 'TypeError < 0a1b2c.js:1:2345 < 9f8e7d.js:7:8',
    })
    expect(reportText(report)).not.toMatch(/Anna|Berg|reef\.example/)
  })

  it('has an id that differs from time to time, or the server’s own', () => {
    const error = new Error('x')
    const later = new Date(at.getTime() + 1)
    expect(crashReport(error, 'https://a.example/', at).id).toMatch(/^\w{7,}$/)
    expect(crashReport(error, 'https://a.example/', at).id).not.toBe(crashReport(error, 'https://a.example/', later).id)
    expect(crashReport(Object.assign(error, { digest: '123' }), 'https://a.example/', at).id).toBe('123')
  })
})

it.each([
  ['ChunkLoadError', 'x', true],
  ['Error', 'Failed to load chunk /_next/static/chunks/1.js from module 7', true],
  ['TypeError', 'Failed to fetch dynamically imported module: https://a.example/x.js', true],
  ['TypeError', 'Cannot read properties of undefined', false],
  ['Error', 'Failed to fetch', false],
])('%s: %s', (name, message, wanted) => {
  expect(isStaleDeploy(Object.assign(new Error(message), { name }))).toBe(wanted)
})

it('loads anew once a minute at most', () => {
  const kept = new Map<string, string>()
  const reload = vi.fn()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('window', { location: { reload } })
  for (const [now, times] of [
    [100_000, 1],
    [130_000, 1],
    [161_000, 2],
  ] as const) {
    reloadOnce(now)
    expect(reload).toHaveBeenCalledTimes(times)
  }
  expect([mayReload(170_000), mayReload(230_000)]).toEqual([false, true])
  vi.stubGlobal('sessionStorage', undefined)
  expect(mayReload(900_000)).toBe(false)
  vi.unstubAllGlobals()
})
