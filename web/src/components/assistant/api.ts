import { api, dataOf } from '@/api/client'

export const tones = ['friendly', 'formal', 'brief', 'lively'] as const
export type Tone = (typeof tones)[number]
export type Purpose = 'template' | 'text_message' | 'review_answer' | 'reply' | 'description' | 'announcement'
export type Proposal = { text: string; alternatives: string[] }

/** Asks for words in a tone; null is whatever the text has. */
export type Ask = (tone: Tone | null) => Promise<Proposal>

type Improvement = { text: string; purpose: Purpose; locale?: string; max_len?: number }

/** Other ways to say a text. Nothing is saved or sent. */
export const improveText = (wanted: Improvement, tone: Tone | null): Promise<Proposal> =>
  dataOf(api.POST('/api/ai/improve-text', { body: { ...wanted, tone } }))

/** What could be answered in a conversation. Nothing is sent. */
export const draftReply = (conversation: number, tone: Tone | null, max_len: number): Promise<Proposal> =>
  dataOf(
    api.POST('/api/conversation/{conversation}/draft', {
      params: { path: { conversation } },
      body: { tone, max_len },
    }),
  )
