/** What is used of React, as React does it: the same tests run on React itself. */
import { createContext, Fragment, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { render } from '../testing/render'

const shows = (place: Element, text: string): Promise<void> => vi.waitFor(() => expect(place.textContent).toBe(text))
const there = <Tag extends keyof HTMLElementTagNameMap>(place: Element, tag: Tag): Promise<HTMLElementTagNameMap[Tag]> =>
  vi.waitFor(() => {
    const found = place.querySelector(tag)
    if (!found) throw new Error(`There is no ${tag}.`)
    return found
  })
const press = (place: Element, selector = 'button'): void => place.querySelector<HTMLElement>(selector)!.click()

describe('drawing', () => {
  it('keeps the elements of keys that stay, wherever they go', async () => {
    function List() {
      const [names, setNames] = useState(['a', 'b', 'c', 'd'])
      return (
        <ul onClick={() => setNames((before) => [...before].reverse().slice(1).concat('e'))}>
          {names.length > 9 && <li>never</li>}
          {names.map((name) => (
            <Fragment key={name}>
              <li data-name={name}>{name}</li>
            </Fragment>
          ))}
          <li>end</li>
        </ul>
      )
    }
    const place = render(<List />)
    await shows(place, 'abcdend')
    const known = Object.fromEntries([...place.querySelectorAll<HTMLElement>('[data-name]')].map((one) => [one.dataset.name, one]))
    press(place, 'ul')
    await shows(place, 'cbaeend')
    const now = [...place.querySelectorAll<HTMLElement>('[data-name]')]
    expect(now.slice(0, 3)).toEqual([known.c, known.b, known.a])
  })

  it('draws nothing anew that is the very same element', async () => {
    let drawnCnt = 0
    function Day() {
      drawnCnt += 1
      return <b>day</b>
    }
    const day = <Day key="day" />
    function Month() {
      const [cnt, setCnt] = useState(0)
      return (
        <p>
          <button onClick={() => setCnt(cnt + 1)} />
          {day}
          {cnt}
        </p>
      )
    }
    const place = render(<Month />)
    await shows(place, 'day0')
    press(place)
    await shows(place, 'day1')
    expect(drawnCnt).toBe(1)
  })

  it('replaces what is of another type and puts it where it belongs', async () => {
    function Swap() {
      const [isOn, setOn] = useState(false)
      return (
        <p>
          <button onClick={() => setOn(!isOn)} />
          {isOn ? <b>on</b> : 'off'}
          {isOn && <i>!</i>}
          <span>.</span>
        </p>
      )
    }
    const place = render(<Swap />)
    await shows(place, 'off.')
    press(place)
    await shows(place, 'on!.')
    press(place)
    await shows(place, 'off.')
  })

  it('sets what React sets: classes, labels, flags, words for flags, pictures', async () => {
    function Field({ isOff }: { isOff: boolean }) {
      return (
        <label htmlFor="field" className="field" aria-hidden={isOff} hidden={isOff}>
          <input id="field" tabIndex={isOff ? -1 : 0} disabled={isOff} maxLength={4} autoComplete="off" />
          <svg viewBox="0 0 1 1"><path d="M0 0" /></svg>
        </label>
      )
    }
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    root.render(<Field isOff />)
    const label = await there(place, 'label')
    expect([label.className, label.htmlFor, label.getAttribute('aria-hidden'), label.hidden]).toEqual(['field', 'field', 'true', true])
    const path = place.querySelector('path')!
    expect([path.namespaceURI, place.querySelector('svg')!.getAttribute('viewBox')]).toEqual(['http://www.w3.org/2000/svg', '0 0 1 1'])
    root.render(<Field isOff={false} />)
    await vi.waitFor(() => expect(label.hidden).toBe(false))
    const input = place.querySelector('input')!
    expect([label.getAttribute('aria-hidden'), input.disabled, input.tabIndex, input.maxLength]).toEqual(['false', false, 0, 4])
    root.unmount()
    await vi.waitFor(() => expect(place.innerHTML).toBe(''))
  })

  it('hears typing as change, and keeps a field as it is told', async () => {
    function Name() {
      const [name, setName] = useState('a')
      return (
        <>
          <input value={name} onChange={(event) => setName(event.currentTarget.value.toUpperCase())} />
          <output>{name}</output>
        </>
      )
    }
    const place = render(<Name />)
    const input = await there(place, 'input')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    set.call(input, 'xy')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await shows(place, 'XY')
    expect(input.value).toBe('XY')
  })
})

describe('hooks', () => {
  it('run effects when their reasons change, layout first, and clean up', async () => {
    const log: string[] = []
    function Inner({ name }: { name: string }) {
      useEffect(() => {
        log.push(`after ${name}`)
        return () => void log.push(`gone ${name}`)
      }, [name])
      useLayoutEffect(() => void log.push(`before ${name}`), [name])
      return <>{name}</>
    }
    function Outer() {
      const [step, next] = useReducer((before: number) => before + 1, 0)
      useLayoutEffect(() => void log.push(`outer ${step}`))
      return <button onClick={() => next()}>{step < 3 && <Inner name={step < 2 ? 'a' : 'b'} />}</button>
    }
    const place = render(<Outer />)
    await vi.waitFor(() => expect(log).toEqual(['before a', 'outer 0', 'after a']))
    log.length = 0
    press(place)
    await vi.waitFor(() => expect(log).toEqual(['outer 1']))
    press(place)
    await vi.waitFor(() => expect(log.slice(1).sort()).toEqual(['after b', 'before b', 'gone a', 'outer 2']))
    log.length = 0
    press(place)
    await vi.waitFor(() => expect(log.sort()).toEqual(['gone b', 'outer 3']))
  })

  it('draw once for several changes, and hardly for none', async () => {
    const drawn = vi.fn()
    function Count() {
      const [count, setCount] = useState(0)
      drawn(count)
      const act = (): void => {
        setCount((before) => before + 1)
        setCount((before) => before + 1)
      }
      return <><button onClick={act} /><i onClick={() => setCount(2)} />{count}</>
    }
    const place = render(<Count />)
    await shows(place, '0')
    press(place)
    await shows(place, '2')
    press(place, 'i')
    await new Promise((done) => setTimeout(done, 20))
    // React may look once more before it sees that nothing changed.
    expect(drawn.mock.calls.slice(0, 2)).toEqual([[0], [2]])
    expect(drawn.mock.calls.length).toBeLessThan(4)
  })

  it('reach through what stands between: contexts, refs, stores, memories', async () => {
    const Depth = createContext(0)
    const listeners = new Set<() => void>()
    let stored = 'x'
    const subscribe = (listen: () => void): (() => void) => (listeners.add(listen), () => void listeners.delete(listen))
    const made = vi.fn(() => ({}))
    function Leaf() {
      const depth = useContext(Depth)
      const value = useSyncExternalStore(subscribe, () => stored)
      const place = useRef<HTMLElement>(null)
      const seen = useRef(0)
      useMemo(made, [])
      useLayoutEffect(() => void place.current!.setAttribute('data-seen', String(++seen.current)))
      return <b ref={place}>{depth}{value}</b>
    }
    const place = render(<Depth.Provider value={3}><p><Leaf /></p></Depth.Provider>)
    await shows(place, '3x')
    await vi.waitFor(() => expect(listeners.size).toBe(1))
    stored = 'y'
    for (const listen of listeners) listen()
    await shows(place, '3y')
    expect(place.querySelector('b')!.dataset.seen).toBe('2')
    expect(made).toHaveBeenCalledOnce()
  })
})
