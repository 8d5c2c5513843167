/** Slips of the finger in the addresses that most people have. Pure. */

const DOMAINS =
  'gmail.com googlemail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com me.com proton.me gmx.de gmx.net web.de t-online.de orange.fr free.fr laposte.net libero.it yahoo.co.uk yahoo.fr yahoo.co.jp hotmail.fr hotmail.co.uk qq.com 163.com naver.com seznam.cz wp.pl mail.com ymail.com rocketmail.com email.com fastmail.com comcast.net'.split(' ')
const ENDINGS: Record<string, string> = { con: 'com', cmo: 'com', ocm: 'com', vom: 'com', xom: 'com', comm: 'com', ner: 'net', nte: 'net', ogr: 'org' }

/** Letters to change, add, take away or swap with their neighbor to get from one word to the other. */
export function slips(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + change)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}

function meantDomain(domain: string): string {
  if (DOMAINS.includes(domain)) return domain
  const name = domain.replace(/\.[^.]*$/, '')
  const ending = domain.slice(name.length + 1)
  const mended = `${name}.${ENDINGS[ending] ?? ending}`
  if (DOMAINS.includes(mended)) return mended
  // Short ones are a letter away from honest others: me.com, gmx.de, web.de.
  return DOMAINS.find((one) => one.length > 7 && slips(mended, one) === 1) ?? mended
}

/** The address that was probably meant, null where nothing looks wrong. */
export function meantEmail(typed: string): string | null {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return null
  const meant = meantDomain(domain)
  return meant === domain ? null : `${text.slice(0, at)}@${meant}`
}
