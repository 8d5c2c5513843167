import { api, dataOf } from '@/api/client'
import type { PrintData, Printed, PrintIn } from '@/api/device-models'
import { counter } from './counter'
import { printByQz, QzProblem, type QzReason } from './qz'

export type Paper = Omit<PrintIn, 'location_id' | 'booking_ids'> & { booking_ids?: number[] }
export type Outcome =
  | { kind: 'sent'; device: string; job: number }
  | { kind: 'printed'; printer: string }
  | { kind: 'pdf'; pdf: string }
  | { kind: 'failed'; reason: QzReason; pdf: string }

/** Print a paper where those of its kind come out at this counter. */
export async function printPaper(paper: Paper): Promise<Outcome> {
  const body = { booking_ids: [], ...paper, location_id: counter.get() }
  return outcomeOf(await dataOf(api.POST('/api/ticketPrinting/print', { body })))
}

/** Try a printer out. */
export const printTest = async (route_id: number): Promise<Outcome> =>
  outcomeOf(await dataOf(api.POST('/api/ticketPrinting/test', { body: { route_id } })))

/** Print a job once more. */
export const printAgain = async (printJob: number): Promise<Outcome> =>
  outcomeOf(await dataOf(api.POST('/api/printing/job/{printJob}/again', { params: { path: { printJob } } })))

async function outcomeOf(printed: Printed): Promise<Outcome> {
  const { job, data, pdf } = printed
  if (data) return here(data, pdf)
  return job ? { kind: 'sent', device: job.device_name, job: job.id } : { kind: 'pdf', pdf }
}

/** Print by QZ Tray on this computer, and tell the office what became of it. */
async function here(data: PrintData, pdf: string): Promise<Outcome> {
  try {
    const printer = await printByQz(data)
    await tell(data, 'printed', '')
    return { kind: 'printed', printer }
  } catch (problem) {
    const reason = problem instanceof QzProblem ? problem.reason : 'qz_failed'
    // A call that fails in the middle may have printed.
    await tell(data, reason === 'qz_failed' ? 'unclear' : 'failed', reason)
    return { kind: 'failed', reason, pdf }
  }
}

const tell = (data: PrintData, ending: 'printed' | 'failed' | 'unclear', error: string) =>
  dataOf(
    api.POST('/api/printing/job/{printJob}/ended', {
      params: { path: { printJob: data.id } },
      body: { claim: data.claim, ending, error },
    }),
  ).catch(() => undefined)
