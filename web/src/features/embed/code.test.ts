import { describe, expect, it } from 'vitest'
import { codeOf, linkOf, previewOf, sitesOf, type Look, type Wish } from './code'

const ORIGIN = 'https://reef.example'
const all: Wish = { mode: 'calendar', experience: '', language: '' }
const one: Wish = { ...all, experience: '7', language: 'pt' }
const LOADER = `\n<script async src="${ORIGIN}/widgets/embed.js"></script>`

describe('the lines to paste', () => {
  it.each<[Wish, string]>([
    [all, `<div data-outfitter-calendar="${ORIGIN}"><a href="${ORIGIN}/widgets/calendar">Book online</a></div>`],
    [
      one,
      `<div data-outfitter-calendar="${ORIGIN}" data-experience="7" data-language="pt"><a href="${ORIGIN}/widgets/calendar?experience=7&language=pt">Book online</a></div>`,
    ],
    [
      { ...all, mode: 'compact' },
      `<div data-outfitter-calendar="${ORIGIN}" data-display="compact"><a href="${ORIGIN}/widgets/calendar">Book online</a></div>`,
    ],
    [
      { ...all, mode: 'button', experience: '7' },
      `<button type="button" data-outfitter-book="${ORIGIN}" data-experience="7">Book</button>`,
    ],
    [
      { ...all, mode: 'link', experience: '7' },
      `<a data-outfitter-book href="${ORIGIN}/widgets/tripBuilder?experience=7">Book</a>`,
    ],
  ])('say only what was chosen: %j', (wish, place) => {
    expect(codeOf(ORIGIN, wish, { bookNow: 'Book', bookOnline: 'Book online' })).toBe(place + LOADER)
  })

  it('show what the preview shows', () => {
    expect(previewOf(all)).toBe('/widgets/calendar')
    expect(previewOf(one)).toBe('/widgets/calendar?experience=7&language=pt')
    expect(previewOf({ ...all, mode: 'compact' })).toBe('/widgets/calendar?display=compact')
    expect(previewOf({ ...one, mode: 'link' })).toBe('/widgets/tripBuilder?experience=7&language=pt')
    expect(linkOf(ORIGIN, { ...all, experience: '7' })).toBe(`${ORIGIN}/widgets/tripBuilder?experience=7`)
  })
})

it('shows a look before it is saved', () => {
  const plain: Look = { color: null, radius: null, font: null, theme: 'auto' }
  expect(previewOf(all, plain)).toBe('/widgets/calendar?look=draft')
  expect(previewOf(one, { color: '#1d4ed8', radius: 0, font: 'serif', theme: 'dark' })).toBe(
    '/widgets/calendar?experience=7&language=pt&look=draft&color=%231d4ed8&radius=0&font=serif&theme=dark',
  )
})

it('takes sites as people type them', () => {
  expect(sitesOf(' kayak.example,\n\n*.reef.example https://a.example ')).toEqual([
    'kayak.example',
    '*.reef.example',
    'https://a.example',
  ])
  expect(sitesOf(' \n')).toEqual([])
})
