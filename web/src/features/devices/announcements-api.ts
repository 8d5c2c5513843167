import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AnnouncementTemplateIn, AnnouncementTemplateSaveIn } from '@/api/models'

const at = (announcementTemplate: number) => ({ params: { path: { announcementTemplate } } })

/** The operator's own announcements: those in use in their order, then what was put away. */
export const announcementsQuery = queryOptions({
  queryKey: ['setup', 'announcementTemplates'],
  queryFn: () => dataOf(api.GET('/api/announcementTemplates/get')),
})

export const createAnnouncement = (body: AnnouncementTemplateIn) =>
  dataOf(api.POST('/api/announcementTemplate/create', { body }))

export const saveAnnouncement = (template: number, body: AnnouncementTemplateSaveIn) =>
  dataOf(api.POST('/api/announcementTemplate/{announcementTemplate}/save', { ...at(template), body }))

export const archiveAnnouncement = (template: number, is_archived: boolean) =>
  dataOf(
    api.POST('/api/announcementTemplate/{announcementTemplate}/archive', { ...at(template), body: { is_archived } }),
  )

export const reorderAnnouncements = (ids: number[]) =>
  dataOf(api.POST('/api/announcementTemplates/reorder', { body: { ids } }))
