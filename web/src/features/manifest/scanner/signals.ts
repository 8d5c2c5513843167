export type Tone = 'good' | 'warn' | 'bad'

// Hertz and milliseconds: up for yes, one long tone for a question, down for no.
const tunes: Record<Tone, [number, number][]> = {
  good: [
    [880, 80],
    [1320, 120],
  ],
  warn: [[660, 260]],
  bad: [
    [300, 160],
    [200, 260],
  ],
}
const buzzes: Record<Tone, number[]> = { good: [60], warn: [120, 60, 120], bad: [300, 80, 300] }

let audio: AudioContext | null = null

/** Say it without the screen: whoever scans looks at guests. Browsers are silent until the page was touched. */
export function signal(tone: Tone, isLoud: boolean) {
  navigator.vibrate?.(buzzes[tone])
  if (!isLoud || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  let at = audio.currentTime
  for (const [hertz, ms] of tunes[tone]) {
    const voice = audio.createOscillator()
    const level = audio.createGain()
    voice.frequency.value = hertz
    level.gain.setValueAtTime(0.2, at)
    level.gain.exponentialRampToValueAtTime(0.001, at + ms / 1000)
    voice.connect(level).connect(audio.destination)
    voice.start(at)
    voice.stop(at + ms / 1000)
    at += ms / 1000
  }
}
