import { describe, expect, it } from 'vitest'
import english from '../../messages/portal/en.json'
import { markupOf } from '../drawn'
import { portalWith } from '../testing'
import type { Portal } from '../types'

const operator = { name: 'Nord', logo_url: null, brand_color: '#0b6e63', phone: null, email: null, locale: 'en', time_zone: 'Europe/Berlin' }

/** The papers' texts as the server draws them. */
function papers(documents: Portal['documents']): string[] {
  document.body.innerHTML = markupOf(JSON.stringify({ language: 'en', messages: english, portal: portalWith({ documents }), operator, now: 0 }))
  return [...document.querySelectorAll('.papers a')].map((link) => link.textContent)
}

const paper = (slug: string, title: string) => ({ slug, title, url: `/api/customerPortal/abc/${slug}` })

describe('what can be taken along', () => {
  it('is called by what it is', () => {
    expect(papers([paper('calendar', 'Calendar file'), paper('apple', 'Apple Wallet'), paper('google-1', 'Mara Lund')])).toEqual([
      'Add to calendar',
      'Add to Apple Wallet',
      'Add to Google Wallet',
    ])
  })

  it('says whose it is where there are several', () => {
    expect(papers([paper('google-1', 'Mara Lund · Adult'), paper('google-2', 'Child')])).toEqual(['Add to Google WalletMara Lund · Adult', 'Add to Google WalletChild'])
  })
})
