import { api, dataOf } from '@/api/client'

/** Who speaks a text: a provider, as a clip, or the browser, and why. */
export const speak = (text: string, language: string, account_id: number | null) =>
  dataOf(api.POST('/api/textToSpeech/speak', { body: { text, language, account_id } }))

/** The sound of what a provider spoke. */
export const clipOf = async (clip: number): Promise<ArrayBuffer> => {
  const answer = await fetch(`/api/textToSpeech/clip/${clip}`, { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.arrayBuffer()
}
