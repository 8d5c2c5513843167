import { expect, test, vi } from 'vitest'
import { announce } from './announcing'
import type { Announcement } from './api'

const said: Announcement = {
  id: 1,
  parts: [
    { language: 'en', text: 'Gate two' },
    { language: 'de', text: 'Tor zwei' },
  ],
  repeat_cnt: 2,
  pause_seconds: 5,
  has_chime: true,
  volume: 50,
}

const speakerOf = () => {
  const heard: string[] = []
  return {
    heard,
    volume: 1,
    chime: vi.fn(async () => void heard.push('chime')),
    play: vi.fn(async () => void heard.push('sound')),
    speak: vi.fn(async (text: string) => heard.push(text) > 0),
    rest: vi.fn(async (milliseconds: number) => void heard.push(`rest ${milliseconds}`)),
  }
}

const around = (speaker: ReturnType<typeof speakerOf>) => ({
  speaker,
  volume: 0.8,
  soundOf: async (): Promise<ArrayBuffer | null> => null,
  isStopped: () => false,
})

test('one language after the other, with a chime before each round and a pause between', async () => {
  const speaker = speakerOf()
  expect(await announce(said, around(speaker))).toEqual({ ending: 'played', spokenBy: 'browser' })
  expect(speaker.heard).toEqual(['chime', 'Gate two', 'Tor zwei', 'rest 5000', 'chime', 'Gate two', 'Tor zwei'])
  expect(speaker.volume).toBeCloseTo(0.4)
})

test('a provider speaks what it can, the browser the rest; each is asked for once', async () => {
  const speaker = speakerOf()
  const soundOf = vi.fn(async (part: number) => (part === 0 ? new ArrayBuffer(8) : null))
  await announce(said, { ...around(speaker), soundOf })
  expect(speaker.heard.filter((one) => one === 'sound')).toHaveLength(2)
  expect(speaker.heard.filter((one) => one === 'Tor zwei')).toHaveLength(2)
  expect(soundOf).toHaveBeenCalledTimes(2)
})

test('what cannot be played is spoken', async () => {
  const speaker = speakerOf()
  speaker.play.mockRejectedValue(new Error('no sound'))
  const one = { ...said, repeat_cnt: 1, has_chime: false }
  await announce(one, { ...around(speaker), soundOf: async () => new ArrayBuffer(8) })
  expect(speaker.heard).toEqual(['Gate two', 'Tor zwei'])
})

test('stopped in the middle it says no more', async () => {
  const speaker = speakerOf()
  const isStopped = () => speaker.heard.includes('Gate two')
  expect((await announce(said, { ...around(speaker), isStopped })).ending).toBe('stopped')
  expect(speaker.heard).toEqual(['chime', 'Gate two'])
})

test('a browser without speech has failed', async () => {
  const speaker = speakerOf()
  speaker.speak.mockResolvedValue(false)
  expect(await announce({ ...said, repeat_cnt: 1 }, around(speaker))).toEqual({ ending: 'failed', spokenBy: null })
})
