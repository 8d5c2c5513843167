import type { PrintData } from '@/api/device-models'

export type QzReason = 'qz_missing' | 'qz_blocked' | 'unknown_printer' | 'qz_failed'

/** QZ Tray could not print, and why as far as it says. */
export class QzProblem extends Error {
  constructor(readonly reason: QzReason) {
    super(reason)
  }
}

const HEADERS = { 'X-Requested-With': 'XMLHttpRequest' }

const textOf = async (path: string): Promise<string> => {
  const answer = await fetch(path, { headers: HEADERS })
  if (!answer.ok) throw new QzProblem('qz_blocked')
  return answer.text()
}

export const certificate = () => textOf('/api/ticketPrinting/qz/certificate')
export const signature = (hash: string) =>
  textOf(`/api/ticketPrinting/qz/sign-message?${new URLSearchParams({ request: hash })}`)

/** The client of QZ Tray, connected; its code comes when the first paper is printed. */
async function connected() {
  const { default: qz } = await import('qz-tray')
  // Every call is signed, or QZ Tray asks people about each of them.
  qz.security.setCertificatePromise((resolve, reject) => void certificate().then(resolve, reject))
  qz.security.setSignatureAlgorithm('SHA512')
  qz.security.setSignaturePromise((hash) => (resolve, reject) => void signature(hash).then(resolve, reject))
  if (!qz.websocket.isActive()) {
    await qz.websocket.connect({ host: 'localhost' }).catch(() => {
      throw new QzProblem('qz_missing')
    })
  }
  return qz
}

/** The printers that QZ Tray knows on this computer. */
export async function printersHere(): Promise<string[]> {
  const qz = await connected()
  return qz.printers.find().catch(refused)
}

/** Send a job's bytes to its printer, all of them in one call. */
export async function printByQz({ printer_name, data_base64 }: PrintData): Promise<string> {
  const qz = await connected()
  const name = await printerOf(printer_name, qz)
  await qz
    .print(qz.configs.create(name), [{ type: 'raw', format: 'command', flavor: 'base64', data: data_base64 }])
    .catch(refused)
  return name
}

async function printerOf(wanted: string, qz: Awaited<ReturnType<typeof connected>>): Promise<string> {
  if (!wanted) {
    const usual = await qz.printers.getDefault().catch(refused)
    if (!usual) throw new QzProblem('unknown_printer')
    return usual
  }
  const known = await qz.printers.find().catch(refused)
  const found = known.find((one) => one.toLowerCase() === wanted.toLowerCase())
  if (!found) throw new QzProblem('unknown_printer')
  return found
}

/** Tell a refusal at the computer from a printer that fails. */
function refused(problem: unknown): never {
  if (problem instanceof QzProblem) throw problem
  const said = String(problem instanceof Error ? problem.message : problem).toLowerCase()
  throw new QzProblem(/block|denied|untrusted|signature|certificate/.test(said) ? 'qz_blocked' : 'qz_failed')
}
