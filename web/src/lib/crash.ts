/** What a screen's failure is told as: enough to find it, nothing about a person. */
export type CrashReport = { id: string; version: string; address: string; at: string; problem: string }

const version = process.env.NEXT_PUBLIC_VERSION ?? 'development'

/** Ids stay, words that were searched for or typed into the address do not. */
const withoutWords = (url: URL) => url.pathname + (url.search ? '?…' : '')

export function crashReport(error: Error & { digest?: string }, address: string, now: Date): CrashReport {
  return {
    id: error.digest ?? shortId(`${error.name}${error.message}${now.getTime()}`),
    version,
    address: withoutWords(new URL(address)),
    at: now.toISOString().slice(0, 19) + 'Z',
    // The message can quote a guest's name out of the data; the kind and the place in the code cannot.
    problem: [error.name, ...placesIn(error.stack)].join(' < '),
  }
}

const most = 4

/** File names and positions of a stack, without the host and without messages. */
function placesIn(stack = ''): string[] {
  return [...stack.matchAll(/\/([\w~.[\]-]+\.(?:js|mjs|tsx?)):(\d+):(\d+)/g)]
    .slice(0, most)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)
}

/** Eight letters that differ from crash to crash (FNV-1a). */
function shortId(text: string): string {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, '0')
}

export const reportText = (report: CrashReport) =>
  Object.entries(report)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
