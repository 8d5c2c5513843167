import { describe, expect, it } from 'vitest'
import { sourcesOf } from './photo'

describe('the sizes of a photograph', () => {
  it('are those that the product keeps, in the lighter format first', () => {
    expect(sourcesOf('/api/pictures/ab12/800.webp')).toEqual([
      { type: 'image/avif', srcset: '/api/pictures/ab12/320.avif 320w, /api/pictures/ab12/480.avif 480w, /api/pictures/ab12/800.avif 800w' },
      { type: 'image/webp', srcset: '/api/pictures/ab12/320.webp 320w, /api/pictures/ab12/480.webp 480w, /api/pictures/ab12/800.webp 800w' },
    ])
    expect(sourcesOf('https://reef.example/api/pictures/ab12/1200.webp')[0]!.srcset).toMatch(/1200\.avif 1200w$/)
  })

  it.each(['/media/experiences/x.webp', 'https://photos.example/sea.jpg', '/api/pictures/ab12/800.webp?x=1', ''])('%s is shown as it is', (url) =>
    expect(sourcesOf(url)).toEqual([]),
  )
})
