import type { SpeechAccount, SpeechAccountIn } from '@/api/models'

/** A saved voice as it is sent back: what opens it stays where it is. */
export const kept = ({ id, provider, region, voice, language, is_default }: SpeechAccount): SpeechAccountIn => ({
  ...{ id, provider, region, voice, language, is_default },
  credentials: null,
})

/** All voices with one more, which is the default where it is the first. */
export const withVoice = (all: readonly SpeechAccount[], more: Omit<SpeechAccountIn, 'is_default'>) => [
  ...all.map(kept),
  { ...more, is_default: all.length === 0 },
]

export const without = (all: readonly SpeechAccount[], id: number) => all.filter((one) => one.id !== id).map(kept)

/** All voices with another default. */
export const withDefault = (all: readonly SpeechAccount[], id: number) =>
  all.map((one) => ({ ...kept(one), is_default: one.id === id }))
