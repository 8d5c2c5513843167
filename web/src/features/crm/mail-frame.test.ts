import { describe, expect, it } from 'vitest'
import { mailParts, shaded } from './mail-frame'

describe('a mail in a frame', () => {
  it('has its styles apart', () => {
    const mail =
      '<html><head><style type="text/css">p { margin: 0 }</style></head>' +
      '<body style="margin:0"><p class="a" style=\'color:red\'>Hi</p></body></html>'
    expect(mailParts(mail)).toEqual({
      html: '<html><head></head><body data-style="margin:0"><p class="a" data-style=\'color:red\'>Hi</p></body></html>',
      styles: ['p { margin: 0 }'],
    })
  })

  it('leaves what people wrote', () => {
    const words = '<p>Type style="color:red" &lt;b style="x"&gt;</p>'
    expect(mailParts(words).html).toBe(words)
  })

  it('needs no remarks for Outlook and no addresses of others', () => {
    expect(mailParts('<!--[if mso]><style>a{}</style><![endif]--><link href="https://fonts.example">a')).toEqual({
      html: 'a',
      styles: [],
    })
  })

  it('is read by day or by night', () => {
    const rules = '@media (prefers-color-scheme: dark) { p { color: #fff } }'
    expect(shaded(rules, true)).toBe('@media (min-width: 0) { p { color: #fff } }')
    expect(shaded(rules, false)).toBe('@media (max-width: 0) { p { color: #fff } }')
  })
})
