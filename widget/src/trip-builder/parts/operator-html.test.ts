import { expect, it } from 'vitest'
import { operatorNodes } from './operator-html'

function written(html: string): string {
  const place = document.createElement('div')
  place.append(...operatorNodes(html))
  return place.innerHTML
}

it.each<[string, string, string]>([
  ['what the server lets through', '<h3>Terms</h3><p>No <strong>refund</strong>.<br></p><ul><li>Bring <em>shoes</em></li></ul>', '<h3>Terms</h3><p>No <strong>refund</strong>.<br></p><ul><li>Bring <em>shoes</em></li></ul>'],
  ['plain text', 'Be there early.', 'Be there early.'],
  ['links that open beside the page', '<a href="https://a.example/terms" onclick="x()" style="color:red">all</a>', '<a href="https://a.example/terms" target="_blank" rel="noopener noreferrer">all</a>'],
  ['mail', '<a href="mailto:a@a.example">write</a>', '<a href="mailto:a@a.example" target="_blank" rel="noopener noreferrer">write</a>'],
  ['no address that runs', '<a href=" java\nscript:alert(1)">here</a><a href="data:text/html,x">there</a>', '<a>here</a><a>there</a>'],
  ['no script', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
  ['no pictures', '<p>a<img src=x onerror=alert(1)>b</p>', '<p>ab</p>'],
  ['no styles and classes', '<p style="position:fixed" class="button" id="first">a</p><style>p{}</style>', '<p>a</p>'],
  ['no frames and forms', '<iframe srcdoc="<p>x"></iframe><form action="https://a.example"><input><b>a</b></form>', '<b>a</b>'],
  ['no markup of other kinds', '<svg><a href="https://a.example"><text>x</text></a></svg><math><mtext>x</mtext></math><p>a</p>', '<p>a</p>'],
  ['the text of what is unknown', '<div><section>a</section></div><!-- b -->', 'a'],
])('has %s', (_name, html, expected) => expect(written(html)).toBe(expected))
