// Calling codes of one and of two digits (ITU-T E.164, annex D); all others have three.
const code = /^(?:1|7|2[07]|3[0123469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

// How mobile and city numbers of a usual length are grouped where most guests come from.
const groups: Record<string, number[]> = {
  '1': [3, 3, 4],
  '7': [3, 3, 2, 2],
  '31': [1, 4, 4],
  '32': [3, 2, 2, 2],
  '33': [1, 2, 2, 2, 2],
  '39': [3, 3, 4],
  '41': [2, 3, 2, 2],
  '44': [4, 6],
  '45': [2, 2, 2, 2],
  '46': [2, 3, 2, 2],
  '47': [3, 2, 3],
  '52': [2, 4, 4],
  '55': [2, 5, 4],
  '81': [2, 4, 4],
  '82': [2, 4, 4],
  '86': [3, 4, 4],
}

/** Threes, the rest of one digit joined to the group before. */
function threes(length: number): number[] {
  const parts = Array.from({ length: Math.floor(length / 3) }, () => 3)
  const rest = length % 3
  if (rest === 1 && parts.length) parts[parts.length - 1] = 4
  else if (rest) parts.push(rest)
  return parts
}

/**
 * A number that is kept as E.164 (+17735550130), in groups to be read out: "+1 773 555 0130".
 *
 * What is not E.164 stays as somebody wrote it.
 */
export function formatPhone(number: string): string {
  const digits = /^\+(\d{7,15})$/.exec(number)?.[1]
  if (!digits) return number
  const country = code.exec(digits)?.[0] ?? digits.slice(0, 3)
  const rest = digits.slice(country.length)
  const usual = groups[country]
  const sizes = usual && usual.reduce((sum, size) => sum + size) === rest.length ? usual : threes(rest.length)
  let at = 0
  const parts = sizes.map((size) => rest.slice(at, (at += size)))
  return [`+${country}`, ...parts].join(' ')
}
