import { describe, expect, it } from 'vitest'
import { Picture } from './picture'
import { textOf } from './slim/text'
import type { Content } from './slim/draw'

const drawn = (url: string, isSquare = false): string =>
  textOf((<Picture url={url} className="view" sizes="50vw" {...(isSquare && { side: 96 as const })} />) as unknown as Content)

const OURS = 'https://reef.example/media/pictures/20261127-0123456789abcdef01234567-7a8b9c/'

describe('a photograph of our own', () => {
  it('is offered in the widths that are kept, the lighter kind first, and takes no more than its place', () => {
    expect(drawn(`${OURS}800.jpg`)).toBe(
      `<span class="view"><svg color="#7a8b9c"></svg><picture>` +
        ['avif', 'webp']
          .map((kind) => `<source type="image/${kind}" srcset="${[320, 480, 800].map((n) => `${OURS}${n}.${kind} ${n}w`).join()}" sizes="50vw">`)
          .join('') +
        `<img src="${OURS}800.jpg" alt="" width="1200" height="800" loading="lazy"></picture></span>`,
    )
  })

  it('is a square of one or two points a pixel as a thumbnail, and a JPEG where nothing newer is known', () => {
    const thumb = drawn(`${OURS}1200.jpg`, true)
    expect(thumb).toContain(`srcset="${OURS}96.avif 96w,${OURS}192.avif 192w" sizes="50vw"`)
    expect(thumb).toContain(`<img src="${OURS}96.jpg" alt="" width="96" height="96"`)
  })

  it.each([
    ['/media/pictures/20261121-0123456789abcdef01234567/1200.webp', 4, false],
    ['/media/pictures/20261121-0123456789abcdef01234567/240.webp', 0, false],
    ['/media/pictures/20260101-harbor-and-pine-paddle-92aea6/480.jpg', 2, true],
  ])('%s has %d of the widths, and a color: %s', (url, count, hasTone) => {
    expect(drawn(url).match(/\d+\.avif \d+w/g)?.length ?? 0).toBe(count)
    expect(drawn(url).includes('<svg')).toBe(hasTone)
  })
})

it.each(['/media/experiences/x.webp', 'https://photos.example/sea.jpg', '/media/pictures/ab12/800.webp?x=1'])(
  '%s is shown as it is, small or large',
  (url) => {
    for (const isSquare of [false, true]) {
      expect(drawn(url, isSquare)).not.toMatch(/<source|<svg/)
      expect(drawn(url, isSquare)).toContain(`<img src="${url}"`)
    }
  },
)
