import { expect, it } from 'vitest'
import { codeOf, linkOf, previewOf } from './code'

const all = { experience: '', language: '', theme: '' } as const

it('says only what was chosen', () => {
  expect(codeOf('https://reef.example', all)).toBe(
    '<div data-outfitter-calendar></div>\n<script async src="https://reef.example/widgets/embed.js"></script>',
  )
  expect(codeOf('https://reef.example', { experience: '7', language: 'de', theme: 'dark' })).toContain(
    '<div data-outfitter-calendar data-experience="7" data-language="de" data-theme="dark"></div>',
  )
})

it('previews what is pasted', () => {
  expect(previewOf(all)).toBe('/widgets/calendar')
  expect(previewOf({ ...all, experience: '7', language: 'pt' })).toBe('/widgets/calendar?experience=7&language=pt')
  expect(linkOf('https://reef.example', { ...all, experience: '7' })).toBe(
    'https://reef.example/widgets/tripBuilder?experience=7',
  )
})
