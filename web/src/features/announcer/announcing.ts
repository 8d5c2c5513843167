import type { Announcement, Ending, SpokenBy } from './api'

type Speaker = {
  volume: number
  chime: () => Promise<void>
  play: (content: ArrayBuffer) => Promise<void>
  speak: (text: string, language: string) => Promise<boolean>
  rest: (milliseconds: number) => Promise<void>
}

type Around = {
  speaker: Speaker
  /** The device's own loudness, from 0 to 1. */
  volume: number
  soundOf: (part: number) => Promise<ArrayBuffer | null>
  isStopped: () => boolean
}

/** Says an announcement as often as it wants to be said, and tells how that ended. */
export async function announce(
  said: Announcement,
  { speaker, volume, soundOf, isStopped }: Around,
): Promise<{ ending: Ending; spokenBy: SpokenBy | null }> {
  speaker.volume = (said.volume / 100) * volume
  // Asked for once, however often it is heard.
  const sounds = await Promise.all(said.parts.map((_, part) => soundOf(part)))
  let spokenBy: SpokenBy | null = null
  let hasFailed = false
  for (let round = 0; round < said.repeat_cnt; round += 1) {
    if (round > 0) await speaker.rest(said.pause_seconds * 1000)
    if (said.has_chime && !isStopped()) await speaker.chime()
    for (const [place, part] of said.parts.entries()) {
      if (isStopped()) return { ending: 'stopped', spokenBy }
      const by = await sayPart(speaker, part, sounds[place] ?? null)
      if (by) spokenBy = by
      else hasFailed = true
    }
  }
  if (isStopped()) return { ending: 'stopped', spokenBy }
  return { ending: hasFailed && spokenBy === null ? 'failed' : 'played', spokenBy }
}

async function sayPart(
  speaker: Speaker,
  part: Announcement['parts'][number],
  sound: ArrayBuffer | null,
): Promise<SpokenBy | null> {
  if (sound) {
    try {
      // Decoding takes the buffer away; the next round needs it too.
      await speaker.play(sound.slice(0))
      return 'provider'
    } catch {
      // What cannot be played is spoken.
    }
  }
  return (await speaker.speak(part.text, part.language)) ? 'browser' : null
}
