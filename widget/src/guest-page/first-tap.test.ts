import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeatFirstTap } from './first-tap'

type Tell = (list: { getEntries: () => unknown[] }) => void

let tell: Tell
let clicked: string[]

class Observer {
  static supportedEntryTypes = ['first-input']
  constructor(given: Tell) {
    tell = given
  }
  observe(): void {}
  disconnect(): void {}
}

const root = (): HTMLElement => document.getElementById('page')!
const entry = (target: Element | null, processingStart: number) => ({ getEntries: () => [{ target, processingStart }] })

beforeEach(() => {
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  document.body.innerHTML =
    '<div id="page"><button type="button" id="ask"><span>Ask</span></button><button id="pay" type="submit">Pay</button><a href="#">Back</a></div><button id="other"></button>'
  clicked = []
  document.body.onclick = ({ target }) => void clicked.push((target as Element).id)
})

afterEach(() => vi.unstubAllGlobals())

describe('a tap before the script', () => {
  it('is repeated once the page works', () => {
    repeatFirstTap(root())
    tell(entry(document.querySelector('#ask span'), 400))
    expect(clicked).toContain('ask')
  })

  it.each([
    ['that the script heard itself', '#ask', 1200],
    ['on what sends a form', '#pay', 400],
    ['on a link', 'a', 400],
    ['outside of the page', '#other', 400],
    ['on what is gone', '#nothing', 400],
  ])('%s is left alone', (_, selector, at) => {
    repeatFirstTap(root())
    tell(entry(document.querySelector(selector), at))
    expect(clicked).toEqual([])
  })

  it('that went up when the page worked is heard once', () => {
    repeatFirstTap(root())
    document.getElementById('ask')!.click()
    tell(entry(document.getElementById('ask'), 999))
    expect(clicked).toEqual(['ask'])
  })

  it('is not missed where browsers do not remember it', () => {
    vi.stubGlobal('PerformanceObserver', undefined)
    expect(() => repeatFirstTap(root())).not.toThrow()
  })
})
