/** The letters of a plain text message (GSM 03.38); any other makes it half as long. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')
/** Typography that the server writes plainly, so that it costs nothing. */
const plain: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u2007': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u00d7': 'x',
}

export type Segments = { encoding: 'gsm7' | 'ucs2'; count: number; left: number }

/** In how many parts a text goes, and how many more letters fit into the last (3GPP TS 23.038, 23.040). */
export function segmentsOf(text: string): Segments {
  const letters = [...text].flatMap((one) => [...(plain[one] ?? one)])
  const isPlain = letters.every((one) => basic.has(one) || extended.has(one))
  const sizes = letters.map((one) => (isPlain ? (extended.has(one) ? 2 : 1) : one.length))
  const [alone, each] = isPlain ? [160, 153] : [70, 67]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const encoding = isPlain ? 'gsm7' : 'ucs2'
  if (total <= alone) return { encoding, count: total === 0 ? 0 : 1, left: alone - total }
  let count = 1
  let used = 0
  for (const size of sizes) {
    // No letter is split between two parts.
    if (used + size > each) {
      count += 1
      used = 0
    }
    used += size
  }
  return { encoding, count, left: each - used }
}
