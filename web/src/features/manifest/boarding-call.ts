import type { AnnounceIn, BoardingCall, Device } from '@/api/models'

export const MOST_LANGUAGES = 4
/** Free words, which nothing ready stands behind. */
export const FREE = -1

/** What is about to be announced: which ready words (by their place), what they say by language, where, how. */
export type Call = {
  place: number
  languages: string[]
  texts: Record<string, string>
  devices: number[]
  repeats: number
  hasChime: boolean
}

/** The ready words of a place by language; none for free words. */
export const wordsAt = (ready: BoardingCall, place: number): Record<string, string> =>
  Object.fromEntries((ready.calls[place]?.texts ?? []).map(({ language, text }) => [language, text]))

/** What is suggested at first: the first ready words, in the guests' languages, on every loudspeaker that is on. */
export function firstCall(ready: BoardingCall, speakers: readonly Device[], now = Date.now()): Call {
  const on = speakers.filter((one) => isListening(one, now))
  return {
    place: ready.calls.length ? 0 : FREE,
    languages: ready.suggested_languages,
    texts: wordsAt(ready, 0),
    devices: (on.length ? on : speakers).map(({ id }) => id),
    repeats: 2,
    hasChime: true,
  }
}

/** Other ready words; free ones begin with what is there. */
export const withWords = (call: Call, ready: BoardingCall, place: number): Call => ({
  ...call,
  place,
  texts: place === FREE ? call.texts : wordsAt(ready, place),
})

/** A page asks every two seconds; one that was quiet for half a minute is off. */
export const isListening = ({ listened_at }: Pick<Device, 'listened_at'>, now = Date.now()) =>
  listened_at !== null && now - Date.parse(listened_at) < 30_000

export const isReady = ({ languages, texts, devices }: Call) =>
  devices.length > 0 && languages.length > 0 && languages.every((one) => texts[one]?.trim())

export const bodyOf = ({ languages, texts, devices, repeats, hasChime }: Call, timeslot_id: number): AnnounceIn => ({
  timeslot_id,
  parts: languages.map((language) => ({ language, text: (texts[language] ?? '').trim() })),
  device_ids: devices,
  repeat_cnt: repeats,
  has_chime: hasChime,
})
