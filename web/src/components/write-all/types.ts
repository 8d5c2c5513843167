import type { components } from '@/api/schema'
import type { Channel } from '@/components/threads/types'

export type Found = components['schemas']['TemplateToManyOut']
export type Progress = components['schemas']['BulkProgressOut']

/** Whose guests: those of a departure, and the whole day of its experience. */
export type WriteScope = {
  timeslot: number
  date: string
  time: string
  experience: { id: number; name: string }
}

/** What is written to whom. Without a template it is written by hand. */
export type Wish = {
  isWholeDay: boolean
  template: number | null
  channel: Channel
  subject: string
  body: string
  note: string
  statuses: string[]
}

export const atFirst: Wish = {
  isWholeDay: false,
  template: null,
  channel: 'email',
  subject: '',
  body: '',
  note: '',
  statuses: [],
}

/** Whether there is something to say. */
export const isReady = (wish: Wish, byHand: number | null) =>
  wish.template !== null ? true : byHand !== null && wish.body.trim() !== ''
