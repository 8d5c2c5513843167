import { describe, expect, it } from 'vitest'
import { bind, keyName, makeMatcher, registry, release } from './hotkeys'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('keyName', () => {
  it.each([
    ['a letter', { key: 'm', code: 'KeyM' }, 'm'],
    ['a letter with caps lock', { key: 'M', code: 'KeyM' }, 'm'],
    ['a letter with Shift', { key: 'M', code: 'KeyM', shiftKey: true }, null],
    ['a Cyrillic letter counts by its place', { key: 'ь', code: 'KeyM' }, 'm'],
    ['a Korean letter counts by its place', { key: 'ㅎ', code: 'KeyG' }, 'g'],
    ['a French layout counts by what is written', { key: 'm', code: 'Semicolon' }, 'm'],
    ['a question mark needs Shift', { key: '?', code: 'Minus', shiftKey: true }, '?'],
    ['a German slash needs Shift', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    ['an arrow', { key: 'ArrowLeft', code: 'ArrowLeft' }, 'ArrowLeft'],
    ['an arrow with Shift selects', { key: 'ArrowLeft', code: 'ArrowLeft', shiftKey: true }, null],
    ['Ctrl-K', { key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
    ['Command-K on a Russian layout', { key: 'л', code: 'KeyK', metaKey: true }, 'mod+k'],
    ['Ctrl-Shift-K is the browser’s', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, null],
    ['Alt is the system’s', { key: 'm', code: 'KeyM', altKey: true }, null],
    ['AltGr too', { key: '/', code: 'Digit7', altKey: true, ctrlKey: true }, null],
  ])('%s', (_, event, wanted) => expect(keyName({ ...plain, ...event })).toBe(wanted))
})

describe('makeMatcher', () => {
  const bound = (keys: string) => ['m', 't', 'g m'].includes(keys)
  const type = (...keys: [string, number][]) => {
    const match = makeMatcher()
    return keys.map(([key, at]) => match(key, bound, at))
  }

  it.each([
    ['one key', [['t', 0]], ['t']],
    [
      'two keys',
      [
        ['g', 0],
        ['m', 300],
      ],
      [null, 'g m'],
    ],
    [
      'too slow: the second stands alone',
      [
        ['g', 0],
        ['m', 2000],
      ],
      [null, 'm'],
    ],
    [
      'an unknown second key does not act alone',
      [
        ['g', 0],
        ['t', 300],
      ],
      [null, null],
    ],
    [
      'and the one after it does',
      [
        ['g', 0],
        ['x', 300],
        ['t', 400],
      ],
      [null, null, 't'],
    ],
    [
      'g g m',
      [
        ['g', 0],
        ['g', 100],
        ['m', 200],
      ],
      [null, null, 'g m'],
    ],
    ['an unbound key', [['z', 0]], [null]],
  ] as [string, [string, number][], (string | null)[]][])('%s', (_, keys, wanted) =>
    expect(type(...keys)).toEqual(wanted),
  )
})

it('lists what stands, and gives a key to the screen before the shell', () => {
  const [shell, screen] = [Symbol('shell'), Symbol('screen')]
  const done: string[] = []
  bind(screen, [{ keys: 'n', label: 'New note', action: () => done.push('screen') }])
  bind(shell, [{ keys: 'n', label: 'New', group: 'general', action: () => done.push('shell') }])
  registry.find('n')?.action()
  expect(registry.list().map((one) => one.label)).toEqual(['New note'])
  release(screen)
  registry.find('n')?.action()
  expect(registry.list().map((one) => one.label)).toEqual(['New'])
  release(shell)
  expect(registry.list()).toEqual([])
  expect(done).toEqual(['screen', 'shell'])
})
