/** A calendar of nobody's: the server draws it ahead, so that somebody's first one is as quick as any (ADR 68). */
import type { First } from '../first'
import { addDays } from '../month'
import type { DateEntry, Experience } from '../types'
import type { Asked } from './page'

const TODAY = '2030-06-01'
const LAST = '2030-06-30'

const experience = (id: number): Experience => ({
  ...{ id, name: `Sample ${id}`, slug: `sample-${id}`, status: { id: 1, slug: 'live', name: '' } },
  ...{ capacity_type: { id: 1, slug: 'limited', name: '' }, is_allow_manual_overbooking: false, next_available_date: TODAY },
  ...{ category_ids: [], short_description: 'Sample', hero_image: null, duration_minutes: 90, color: '#0b6e63' },
  ...{ min_price: 4900, adult_price: { name: 'Adult', amount: 5900 }, min_price_for: 'Child' },
})

const entry = (id: number, day: number): DateEntry => ({
  ...{ experience_id: id, experience: { id, name: `Sample ${id}` }, total_availability_cnt: 0, open_direct_timeslot_cnt: 0, pax_cnt: 0 },
  ...{ online_availability_cnt: day % 5, open_online_timeslot_cnt: day % 5 ? 1 : 0, ...(day % 5 === 1 && { few_left: 1 }) },
  timeslots: [{ id, start_time: '09:00', min_price: 4900 + day, availabilities: [{ customer_type: { id: 1 } }, { customer_type: { id: 2 } }] }],
})

/** What such a picture is drawn from: of all experiences, or of the first of so many. */
export function sampleOf(messages: NonNullable<First['messages']>, count: number, isOne: boolean): Asked {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const days = Array.from({ length: 30 }, (_, day) => [addDays(TODAY, day), (isOne ? ids.slice(0, 1) : ids).map((id) => entry(id, day))])
  const first: First = {
    ...{ language: 'en', messages },
    init: {
      ...{ experiences: ids.map(experience), account: { slug: 'sample', name: 'Sample' }, isAuthenticated: false, payment: null },
      properties: {
        ...{ currency: 'USD', locale: 'en-US', time_zone: 'UTC', ecom_phone_number: '+1 555 0100', is_show_prices_on_calendar: true },
        ...{ label_activity_singular: null, label_activity_plural: null, brand_color: null, logo_url: null, terms_html: null, privacy_url: null },
      },
    },
    range: { path: `/api/experiences/getInDateRange/${TODAY}/${LAST}${isOne ? '/1' : ''}`, dates: Object.fromEntries(days) },
  }
  const query: Asked['query'] = isOne ? { experience: '1', showDetail: 'true' } : {}
  return { first: JSON.stringify(first), query, origin: 'https://sample.example', theme: '', now: Date.parse(TODAY) }
}
