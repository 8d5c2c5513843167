import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Crash } from './error-reports/reporter'
import { loadCrashMessages } from './messages/crash'

let place: HTMLElement
let told: Crash[]

beforeEach(() => {
  // Each test is a page of its own: a notice shows once in one.
  vi.resetModules()
  document.head.innerHTML = ''
  document.body.innerHTML = '<div id="pay"><p>Waiting</p></div>'
  document.documentElement.lang = 'en'
  place = document.getElementById('pay')!
  told = []
  window.outfitterCrashes = { push: (crash) => told.push(crash) }
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => delete window.outfitterCrashes)

const hear = (): void => document.head.insertAdjacentHTML('beforeend', '<script type="text/plain" data-error-reports="{}"></script>')
const notice = (): Promise<Element> =>
  vi.waitFor(() => {
    const found = document.querySelector('.crash')
    if (!found) throw new Error('There is no notice.')
    return found
  })
const show = async (error: unknown): Promise<void> => (await import('./crash-notice')).showCrash(error)

test('what is shown can be found among the reports', async () => {
  hear()
  const error = new TypeError('no seat')
  await show(error)

  const reference = document.querySelector('bdi')!.textContent
  expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect(told).toEqual([{ error, reference }])
  expect(document.getElementById('pay')).toBeNull()
  expect((await notice()).getAttribute('role')).toBe('alert')
})

test('where nobody hears of errors there is nothing to quote', async () => {
  await show(new Error('no seat'))

  expect((await notice()).textContent).toContain('Reload the page')
  expect(document.querySelector('bdi')).toBeNull()
  expect(told).toEqual([])
})

test('a second failure changes nothing', async () => {
  hear()
  await Promise.all([show(new Error('one')), show(new Error('two'))])

  expect(told).toHaveLength(1)
  expect(document.querySelectorAll('.crash')).toHaveLength(1)
})

test('it speaks the page’s language, and English where the words can’t be fetched', async () => {
  document.documentElement.lang = 'de'
  await show(new Error('no seat'))

  expect((await notice()).querySelector('button')!.textContent).toBe('Seite neu laden')
  expect(await loadCrashMessages('xx')).toEqual(await loadCrashMessages('en'))
})

function Bill({ isBroken }: { isBroken: boolean }) {
  const [bill, setBill] = useState<{ total: number } | null>({ total: 3 })
  useEffect(() => {
    if (isBroken) setBill(null)
  }, [isBroken])
  return <p>{bill!.total}</p>
}

/** How the pages draw themselves: React itself does it in a way of its own. */
const isReact = import.meta.env.MODE === 'react'

test.skipIf(isReact)('a screen that can’t be drawn any more gives way to it', async () => {
  createRoot(place).render(<Bill isBroken />)

  expect((await notice()).querySelector('h1')!.textContent).toBe('Something went wrong here')
})

test.skipIf(isReact)('one that can stays', async () => {
  createRoot(place).render(<Bill isBroken={false} />)
  await new Promise((resolve) => setTimeout(resolve, 150))

  expect(document.getElementById('pay')!.textContent).toBe('3')
})
