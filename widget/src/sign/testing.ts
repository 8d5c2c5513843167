/** What there is to sign, as the server describes it, for tests. */
import type { Portal, Template } from './types'

export const template = (changes: Partial<Template> = {}): Template => ({
  id: 1,
  version: 1,
  name: 'Release of liability',
  kind: 'any',
  requires: [],
  locale: 'en',
  locales: ['en'],
  body_html: '<p>Water is <strong>wet</strong>.</p>',
  questions: [],
  ...changes,
})

export const guest = (booking_id: number, changes: object = {}) => ({
  booking_id,
  name: '',
  ticket: 'Adult',
  is_minor: false,
  state: 'required',
  waiver_id: null,
  ...changes,
})

export const portal = (changes: Partial<Portal> = {}): Portal => ({
  account: { slug: 'demo', name: 'Harbor & Pine', logo_url: null, brand_color: '#0b6e63' },
  majority_age: 18,
  locale: 'en',
  templates: [template()],
  required: [],
  ...changes,
})
