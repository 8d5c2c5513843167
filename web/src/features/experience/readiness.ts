import type { ExperienceFull } from '@/api/models'
import { href } from '@/routes'

type Asked = Pick<
  ExperienceFull,
  'id' | 'status' | 'customerTypes' | 'availabilities' | 'hero_image' | 'short_description' | 'meeting_point'
>

/** What stands between an experience and its first guest, each with where it is done. */
export function readiness(experience: Asked, locale: string) {
  const params = { experience: String(experience.id) }
  const edit = (part: string) => href('experienceEdit', { ...params, part }, locale)
  return [
    { id: 'live', isDone: experience.status.slug === 'live', href: edit('basics') },
    { id: 'prices', isDone: experience.customerTypes.some((row) => row.base_price > 0), href: edit('guests') },
    {
      id: 'times',
      isDone: experience.availabilities.some((rule) => rule.status === 'live'),
      href: href('experienceAvailability', params, locale),
    },
    { id: 'picture', isDone: !!experience.hero_image, href: edit('images') },
    { id: 'text', isDone: !!experience.short_description, href: edit('texts') },
    { id: 'meeting', isDone: !!experience.meeting_point, href: edit('texts') },
  ] as const
}
