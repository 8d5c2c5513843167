/** How long a text takes to be spoken at the most: some browsers never say that they are done. */
const longest = (text: string) => 4_000 + text.length * 150

/**
 * Plays sound and speaks, as loud as it is told to.
 *
 * Browsers make no sound before somebody has touched the page: make one in a press.
 */
export class Loudspeaker {
  private readonly context = new AudioContext()
  private readonly gain = this.context.createGain()
  private readonly running = new Set<() => void>()

  constructor() {
    this.gain.connect(this.context.destination)
    void this.context.resume()
  }

  /** From 0 to 1. */
  set volume(loud: number) {
    this.gain.gain.value = loud
  }

  /** Whether the browser lets it be heard. */
  get isAwake(): boolean {
    return this.context.state === 'running'
  }

  /** Falls silent; whoever waits for the end of something is told that it ended. */
  hush() {
    window.speechSynthesis?.cancel()
    this.running.forEach((end) => end())
  }

  /** Three rising tones. */
  async chime(): Promise<void> {
    const begin = this.context.currentTime
    const tones = [523.25, 659.25, 783.99]
    tones.forEach((hertz, place) => this.tone(hertz, begin + place * 0.28))
    await this.until(1_300)
  }

  /** Plays what a provider spoke; refuses what is no sound. */
  async play(content: ArrayBuffer): Promise<void> {
    const source = this.context.createBufferSource()
    source.buffer = await this.context.decodeAudioData(content)
    source.connect(this.gain)
    source.start()
    await this.until(source.buffer.duration * 1000 + 2_000, (end) => {
      source.onended = end
      return () => source.stop()
    })
  }

  /** Has the browser speak; false where it has no speech. */
  async speak(text: string, language: string): Promise<boolean> {
    const engine = window.speechSynthesis as SpeechSynthesis | undefined
    if (!engine) return false
    const words = new SpeechSynthesisUtterance(text)
    words.lang = language
    words.volume = this.gain.gain.value
    words.voice = voiceFor(engine.getVoices(), language)
    let hasFailed = false
    await this.until(longest(text), (end) => {
      words.onend = end
      words.onerror = () => {
        hasFailed = true
        end()
      }
      engine.speak(words)
      return () => engine.cancel()
    })
    return !hasFailed
  }

  /** Waits, unless it is hushed. */
  rest(milliseconds: number): Promise<void> {
    return this.until(milliseconds)
  }

  private tone(hertz: number, at: number) {
    const tone = this.context.createOscillator()
    const bell = this.context.createGain()
    tone.frequency.value = hertz
    bell.gain.setValueAtTime(0.0001, at)
    bell.gain.exponentialRampToValueAtTime(0.4, at + 0.03)
    bell.gain.exponentialRampToValueAtTime(0.0001, at + 0.7)
    tone.connect(bell).connect(this.gain)
    tone.start(at)
    tone.stop(at + 0.75)
  }

  private until(milliseconds: number, begin?: (end: () => void) => () => void): Promise<void> {
    return new Promise((resolve) => {
      const stops: (() => void)[] = []
      const end = () => {
        clearTimeout(timer)
        this.running.delete(hushed)
        resolve()
      }
      const hushed = () => {
        stops.forEach((stop) => stop())
        end()
      }
      const timer = setTimeout(end, milliseconds)
      this.running.add(hushed)
      const stop = begin?.(end)
      if (stop) stops.push(stop)
    })
  }
}

/** The voice of a language: the region's own before any other, one on this machine before one far away. */
export function voiceFor<V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService'>>(
  voices: readonly V[],
  language: string,
): V | null {
  const base = language.split('-')[0]?.toLowerCase() ?? ''
  const of = (voice: V) => voice.lang.replace('_', '-').toLowerCase()
  const able = voices.filter((voice) => of(voice).split('-')[0] === base)
  const rank = (voice: V) => (of(voice) === language.toLowerCase() ? 2 : 0) + (voice.localService ? 1 : 0)
  return able.toSorted((one, other) => rank(other) - rank(one))[0] ?? null
}
