/**
 * What was signed without a connection, kept on the device until it is sent.
 *
 * Each act is encrypted with a key that the browser keeps and no script can read out (AES-GCM, not
 * extractable), so that a copy of the storage tells nothing. Sending it twice does no harm: the
 * server knows an act by its `client_id`.
 */
import { ApiError } from '../api'
import { sendAct } from './server'
import type { Act } from './types'

const NAME = 'outfitter-waivers'

type Sealed = { id: string; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer; token: string | null; isRefused?: boolean }

const wait = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage'))
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('acts', { keyPath: 'id' })
    request.result.createObjectStore('keys')
  }
  return wait(request)
}

const store = (database: IDBDatabase, name: 'acts' | 'keys', mode: IDBTransactionMode): IDBObjectStore =>
  database.transaction(name, mode).objectStore(name)

async function keyOf(database: IDBDatabase): Promise<CryptoKey> {
  const kept = await wait<CryptoKey | undefined>(store(database, 'keys', 'readonly').get('key'))
  if (kept) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await wait(store(database, 'keys', 'readwrite').put(made, 'key'))
  return made
}

/** Keeps an act until there is a connection. */
export async function keepAct(act: Act, token: string | null): Promise<void> {
  const database = await open()
  const key = await keyOf(database)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(act)))
  const sealed: Sealed = { id: `${act.client_id}:${act.template_id}`, iv, data, token }
  await wait(store(database, 'acts', 'readwrite').put(sealed))
}

/** How many acts wait for a connection, and how many the server refused, which staff have to look at. */
export async function countKept(): Promise<{ waiting: number; refused: number }> {
  try {
    const acts = await wait<Sealed[]>(store(await open(), 'acts', 'readonly').getAll())
    const refused = acts.filter((one) => one.isRefused).length
    return { waiting: acts.length - refused, refused }
  } catch {
    return { waiting: 0, refused: 0 }
  }
}

/** Sends what waits, one after the other. */
export async function sendKept(): Promise<void> {
  const database = await open()
  const acts = await wait<Sealed[]>(store(database, 'acts', 'readonly').getAll())
  if (acts.length === 0) return
  const key = await keyOf(database)
  for (const one of acts) {
    if (one.isRefused) continue
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: one.iv }, key, one.data)
    const act = JSON.parse(new TextDecoder().decode(plain)) as Act
    try {
      await sendAct(act, one.token)
    } catch (error) {
      if (!isFinal(error)) throw error
      // Everybody behind it has to come through; it is kept, and the page says that there is one.
      await wait(store(database, 'acts', 'readwrite').put({ ...one, isRefused: true }))
      continue
    }
    await wait(store(database, 'acts', 'readwrite').delete(one.id))
  }
}

/** Whether the server looked at an act and would refuse it again. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429
