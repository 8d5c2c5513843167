/** How many messages a text makes on its way to a phone; as outfitter.kit.sms_segments counts them. */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

// Typography that would halve what fits is sent plain where that spares it.
const plainer: Record<string, string> = {
  ...Object.fromEntries([...'\u2018\u2019\u201a\u2032'].map((letter) => [letter, "'"])),
  ...Object.fromEntries([...'\u201c\u201d\u201e\u00ab\u00bb'].map((letter) => [letter, '"'])),
  ...Object.fromEntries([...'\u2010\u2011\u2012\u2013\u2014\u2212'].map((letter) => [letter, '-'])),
  ...Object.fromEntries([...'\u00a0\u2007\u2009\u202f'].map((letter) => [letter, ' '])),
  '\u2026': '...',
  '\u00d7': 'x',
}

const isGsm = (letters: readonly string[]) => letters.every((letter) => basic.has(letter) || extended.has(letter))

/** In how many parts a text goes; none for an empty one. */
export function segmentsOf(text: string): number {
  const plain = [...[...text].map((letter) => plainer[letter] ?? letter).join('')]
  const isShort = isGsm(plain)
  const letters = isShort ? plain : [...text]
  const widths = letters.map((letter) => (isShort ? (extended.has(letter) ? 2 : 1) : letter.length))
  const [single, part] = isShort ? [160, 153] : [70, 67]
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= single) return total > 0 ? 1 : 0
  let [parts, used] = [1, 0]
  for (const width of widths) {
    if (used + width > part) [parts, used] = [parts + 1, 0]
    used += width
  }
  return parts
}
