import type { components } from '@/api/schema'

type Schemas = components['schemas']

export type Message = Schemas['MessageOut']
export type Way = Schemas['WayOut']
export type Channel = Way['channel']
export type Ways = Schemas['WaysOut']
export type Paper = 'voucher' | 'invoice'

/** What a member of staff writes. */
export type Draft = { channel: Channel; subject: string; body: string; attachments: Paper[] }

/** Whether a person wrote it, rather than a template. */
export const isSpoken = (message: Message) => message.direction === 'in' || message.written_text !== ''

/** Whether it goes out automatically later on. */
export const isPlanned = (message: Message) => message.status === 'scheduled' && !isSpoken(message)

/** Whether a message may still change by itself. */
export const isUnderWay = ({ status }: Pick<Message, 'status'>) => ['queued', 'sending'].includes(status)
