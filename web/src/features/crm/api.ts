import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { TemplateFullOut, TemplateIn, TemplatePictureOut, TemplatePreviewOut, TemplateTestIn } from '@/api/models'
import { sendPicture } from '@/features/experience/upload'
import type { DocNode } from './document'
import type { TemplateFull, TemplateRow, TemplateText } from './types'

export type PreviewDraft = Omit<TemplateText, 'locale'>
export type Preview = TemplatePreviewOut
export type PreviewBody = { draft: PreviewDraft; locale: string; channel: 'email' | 'sms'; trip_id?: number }

/** A template with the words people wrote, and those that ship for languages nobody wrote. */
const flat = ({ template, texts }: TemplateFullOut): TemplateFull => ({
  ...(template as TemplateRow),
  texts: texts.filter((text) => !text.is_shipped).map(textOf),
  shipped: texts.filter((text) => text.is_shipped).map(textOf),
})

const textOf = ({
  locale,
  subject,
  preheader,
  document,
  sms_text,
}: TemplateFullOut['texts'][number]): TemplateText => ({
  locale,
  subject,
  preheader,
  document: document as DocNode,
  sms_text,
})

const of = (template: number) => ({ params: { path: { template } } })

export const templatesQuery = queryOptions({
  queryKey: ['setup', 'templates'],
  queryFn: () => dataOf(api.GET('/api/templates/get')).then((answer) => answer.templates as TemplateRow[]),
})

export const templateQuery = (template: number) =>
  queryOptions({
    queryKey: ['setup', 'template', template],
    queryFn: () => fetchTemplate(template),
  })

export const fetchTemplate = (template: number) =>
  dataOf(api.GET('/api/template/{template}/get', of(template))).then(flat)

export const versionsQuery = (template: number) =>
  queryOptions({
    queryKey: ['setup', 'template', template, 'versions'],
    queryFn: () =>
      dataOf(api.GET('/api/template/{template}/versions/get', of(template))).then((answer) => answer.versions),
  })

export const mergeFieldsQuery = (category: string) =>
  queryOptions({
    queryKey: ['setup', 'merge-fields', category],
    queryFn: () =>
      dataOf(
        api.GET('/api/template/merge-fields/get', {
          params: { query: { category: category as TemplateIn['category'] } },
        }),
      ),
    staleTime: Infinity,
  })

/** A message as the guest of a trip would get it, with words that are not saved yet. */
export const previewQuery = (template: number, body: PreviewBody) =>
  queryOptions({
    queryKey: ['setup', 'template', template, 'preview', body],
    queryFn: ({ signal }) => dataOf(api.POST('/api/template/{template}/preview', { ...of(template), body, signal })),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const saveTemplate = (body: TemplateIn) => dataOf(api.POST('/api/template/save', { body })).then(flat)

export const cloneTemplate = (template: number) =>
  dataOf(api.POST('/api/template/{template}/clone', of(template))).then(flat)

export const archiveTemplate = (template: number) => dataOf(api.POST('/api/template/{template}/archive', of(template)))

export const activateTemplate = (template: number) =>
  dataOf(api.POST('/api/template/{template}/activate', { ...of(template), body: { is_active: true } }))

export const resetTemplate = (template: number) =>
  dataOf(api.POST('/api/template/{template}/reset', of(template))).then(flat)

export const restoreVersion = ({ template, version }: { template: number; version: number }) =>
  dataOf(api.POST('/api/template/{template}/restore/{version}', { params: { path: { template, version } } })).then(flat)

/** The newest trip that was sold: what a preview shows until another one is chosen. */
export const newestTripQuery = queryOptions({
  queryKey: ['setup', 'template', 'newest-trip'],
  queryFn: async () => {
    const { data } = await dataOf(api.GET('/api/trips/get', { params: { query: { sort: '-created_at', limit: 20 } } }))
    return data.find((trip) => trip.status.slug === 'reserved') ?? null
  },
})

export const uploadPicture = (file: File) => sendPicture<TemplatePictureOut>('/api/template/picture/upload', file)

export const sendTest = (template: number, body: TemplateTestIn) =>
  dataOf(api.POST('/api/template/{template}/test', { ...of(template), body }))
