import { describe, expect, it } from 'vitest'
import {
  isBlank,
  linesFromEditor,
  linesToEditor,
  toDocument,
  toEditor,
  withoutEmptyPictures,
  type DocNode,
} from './document'
import { fallbackOf, filledLine, piecesOf, writtenLine } from './merge-text'

const letter: DocNode = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'You’re booked' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hi ' },
        { type: 'mergeField', attrs: { name: 'guest.first_name', fallback: 'there' } },
        { type: 'hardBreak' },
        {
          type: 'text',
          text: 'read this',
          marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://a.example' } }],
        },
      ],
    },
    { type: 'tripDetails' },
    { type: 'button', attrs: { label: 'Open', target: 'portal' } },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Water' }] }] }],
    },
    { type: 'horizontalRule' },
    { type: 'somethingNew', attrs: { size: 3 } },
  ],
}

describe('a document', () => {
  it('comes back from the editor as it went in', () => expect(toDocument(toEditor(letter))).toEqual(letter))

  it('holds blocks that are shown as a whole as atoms', () => {
    expect(toEditor(letter).content?.[2]).toEqual({ type: 'dataBlock', attrs: { kind: 'tripDetails', values: {} } })
  })

  it('keeps no attributes of the editor’s own, no foreign marks and no empty end', () => {
    const held: DocNode = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { textAlign: 'left' },
          content: [
            {
              type: 'text',
              text: 'a',
              marks: [
                { type: 'code' },
                { type: 'link', attrs: { href: 'https://a.example', rel: 'x', target: '_blank' } },
              ],
            },
          ],
        },
        { type: 'paragraph' },
        { type: 'paragraph' },
      ],
    }
    expect(toDocument(held)).toEqual({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'https://a.example' } }] }],
        },
      ],
    })
  })

  it('keeps empty lines between words', () => {
    const gap = { type: 'doc', content: [{ type: 'paragraph' }, letter.content![1]!] }
    expect(toDocument(toEditor(gap))).toEqual(gap)
  })

  it('is blank without words and blocks', () => {
    expect(isBlank(undefined)).toBe(true)
    expect(isBlank({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe(true)
    expect(isBlank(letter)).toBe(false)
  })
})

describe('a line with fields', () => {
  it.each([
    '',
    'No field',
    'Hi {{guest.first_name}}, see you {{trip.date|soon}}!',
    '{{trip.link}}',
    'two\nlines {{operator.name}}\n',
    'braces { that } are {{ none',
    'عربي {{guest.first_name|ضيف}}',
  ])('%j comes back as it was', (line) => {
    expect(linesFromEditor(linesToEditor(line))).toBe(line)
    expect(writtenLine(piecesOf(line))).toBe(line)
  })

  it('is read with blanks in it', () => {
    expect(piecesOf('a {{ guest.first_name | my friend }} b')).toEqual([
      { text: 'a ' },
      { name: 'guest.first_name', fallback: 'my friend' },
      { text: ' b' },
    ])
  })

  it('cannot be broken by its fallback', () => {
    expect(fallbackOf(' a}}{{b|c ')).toBe('abc')
    expect(writtenLine([{ name: 'a', fallback: '}}' }])).toBe('{{a}}')
  })

  it('is filled with examples', () => {
    expect(filledLine('Hi {{guest.first_name|there}}!', ({ fallback }) => fallback)).toBe('Hi there!')
  })
})

it('is previewed without a picture that was not chosen yet', () => {
  const words = { type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }
  const chosen = { type: 'picture', attrs: { src: 'https://pictures.example/pier.jpg', alt: 'The pier' } }
  const content = [words, { type: 'picture', attrs: { src: '', alt: '' } }, { type: 'picture' }, chosen]
  expect(withoutEmptyPictures({ type: 'doc', content }).content).toEqual([words, chosen])
})
