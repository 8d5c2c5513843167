import { expect, test } from 'vitest'
import { voiceFor } from './loudspeaker'

const voice = (lang: string, localService = true) => ({ lang, localService })

test('the voice of the region comes before another of the language', () => {
  const [gb, us] = [voice('en-GB'), voice('en_US', false)]
  expect(voiceFor([gb, us], 'en-US')).toBe(us)
  expect(voiceFor([us, gb], 'en')).toBe(gb)
})

test('a language nobody speaks has no voice', () => {
  expect(voiceFor([voice('de-DE')], 'en')).toBeNull()
  expect(voiceFor([], 'en')).toBeNull()
})
