import { describe, expect, it } from 'vitest'
import { filesOf } from './picture-files'

const OURS = '/media/pictures/20261127-0123456789abcdef01234567-7a8b9c/'

describe('a picture of our own', () => {
  it('is offered in the widths it has, the lighter kind first', () => {
    expect(filesOf(`${OURS}800.jpg`)).toEqual({
      sources: ['avif', 'webp'].map((kind) => ({
        type: `image/${kind}`,
        srcSet: `${OURS}320.${kind} 320w, ${OURS}480.${kind} 480w, ${OURS}800.${kind} 800w`,
      })),
      src: `${OURS}800.jpg`,
      tone: '#7a8b9c',
    })
  })

  it('is a square as a thumbnail', () => {
    const { sources, src } = filesOf(`${OURS}800.webp`, true)
    expect(sources[0]!.srcSet).toBe(`${OURS}96.avif 96w, ${OURS}192.avif 192w`)
    expect(src).toBe(`${OURS}96.jpg`)
  })

  it('is shown as it is where it is smaller than any width', () =>
    expect(filesOf('/media/pictures/20261121-0123456789abcdef01234567/240.webp')).toMatchObject({
      sources: [],
      tone: undefined,
    }))
})

it.each(['/media/brand/logo.png', 'https://photos.example/sea.jpg', 'data:image/png;base64,AA==', ''])(
  '%s is shown as it is',
  (url) => {
    expect(filesOf(url)).toEqual({ sources: [], src: url, tone: undefined })
    expect(filesOf(url, true)).toEqual({ sources: [], src: url, tone: undefined })
  },
)
