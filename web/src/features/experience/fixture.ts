import type { ExperienceFull } from '@/api/models'

const ticket = (id: number, kind: number, more = {}) => ({
  ...{ id, customer_type: { id: kind, slug: 'x', name: 'Adult', kind: 'adult' }, label: '', base_price: 4900 },
  ...{ pax_per_booking: 1, is_consume_capacity: true, is_public: true, is_staff_only: false, position: 0 },
  ...{ is_exclude_from_min_price: false, min_qty: 0, max_qty: null, min_age: null, max_age: null },
  ...{ accompanied_by: [] as number[], requires_waiver: 'none' },
  ...more,
})

/** An experience as the server answers it, for tests. */
export const known = {
  ...{ id: 5, version: 3, name: 'Kayak', internal_name: null, duration_minutes: 150, schedule_mode: 'fixed' },
  ...{ status: { id: 1, slug: 'live', name: '' }, capacity_type: { id: 1, slug: 'timeslot', name: '' } },
  ...{ default_capacity: 12, is_allow_manual_overbooking: false, is_requires_review: false, color: '#0b6e99' },
  ...{ category_ids: [], location_id: null, difficulty: null, min_age: null, required_skills: [], tags: [] },
  ...{ slug: 'kayak', languages: ['en'] },
  ...{ sku: null, video_url: null, hero_image: null, short_description: '', meeting_point: '', availabilities: [] },
  customerTypes: [ticket(9, 1), ticket(10, 2, { accompanied_by: [1], base_price: 0, is_public: false })],
} as unknown as ExperienceFull
