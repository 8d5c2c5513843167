import { claim, end, Refusal } from './api'
import type { Port } from './printer-port'

/** A job and how far it was, kept so that a reload knows it. */
type Entry = { id: number; claim: string; step: 'taken' | 'sending' | 'sent' }

const place = 'outfitter:printing'
/** How far a job was -> what the office is told after a crash: nothing is printed twice unseen. */
const endings = { taken: 'not_sent', sending: 'unclear', sent: 'printed' } as const

export const journal = {
  read: (): Entry | null => JSON.parse(localStorage.getItem(place) ?? 'null') as Entry | null,
  write: (entry: Entry) => localStorage.setItem(place, JSON.stringify(entry)),
  clear: () => localStorage.removeItem(place),
}

export type Step = 'idle' | 'printed' | 'failed'

/** One step of a page that prints: end what a reload left, or print the next job. */
export async function printNext(token: string, port: Port): Promise<{ step: Step; title: string }> {
  const left = journal.read()
  if (left) {
    await settle(token, left, endings[left.step], 'agent_restarted')
    return { step: 'idle', title: '' }
  }
  const { job } = await claim(token)
  if (!job) return { step: 'idle', title: '' }
  const entry = { id: job.id, claim: job.claim }
  const data = Uint8Array.from(atob(job.data_base64), (char) => char.charCodeAt(0))
  journal.write({ ...entry, step: 'sending' })
  try {
    await port.write(data)
  } catch {
    await settle(token, entry, 'unclear', 'connection_lost')
    return { step: 'failed', title: job.title }
  }
  journal.write({ ...entry, step: 'sent' })
  await settle(token, entry, 'printed', '')
  return { step: 'printed', title: job.title }
}

async function settle(token: string, entry: { id: number; claim: string }, ending: string, error: string) {
  try {
    await end(token, entry, ending, error)
  } catch (problem) {
    // Somebody decided meanwhile, or it is forgotten: nothing is left to say.
    const isOver = problem instanceof Refusal && (problem.status === 409 || problem.status === 404)
    if (!isOver) throw problem
  }
  journal.clear()
}
