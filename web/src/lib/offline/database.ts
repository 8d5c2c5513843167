// What this machine keeps for the hours without a connection. IndexedDB by hand: four stores of whole
// values under a key of our own need none of what a library adds.

const stores = ['days', 'actions', 'reports', 'session'] as const
export type Store = (typeof stores)[number]

const NAME = 'outfitter'
const VERSION = 1

let opened: Promise<IDBDatabase> | null = null

/** Where a browser refuses to keep anything, the tab remembers until it closes. */
const memory = new Map<Store, Map<string, unknown>>(stores.map((store) => [store, new Map()]))

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'))
    // An older tab still has another version open: not worth waiting for.
    request.onblocked = () => reject(new Error('Another tab holds the store.'))
  })
  return opened
}

type Deed<T> = (store: IDBObjectStore) => IDBRequest<T>

async function run<T>(name: Store, mode: IDBTransactionMode, deed: Deed<T>): Promise<T> {
  const transaction = (await open()).transaction(name, mode)
  const request = deed(transaction.objectStore(name))
  return new Promise<T>((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The browser keeps nothing.'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = fail
    transaction.onabort = fail
  })
}

/** Keep a value until it is removed, across tabs and restarts. */
export async function keep(store: Store, key: string, value: unknown): Promise<void> {
  memory.get(store)?.set(key, value)
  await run(store, 'readwrite', (place) => place.put(value, key)).catch(() => undefined)
}

/** A kept value; undefined when there is none. */
export async function kept<T>(store: Store, key: string): Promise<T | undefined> {
  const inTab = () => memory.get(store)?.get(key)
  return (await run(store, 'readonly', (place) => place.get(key) as IDBRequest<unknown>).catch(inTab)) as T | undefined
}

/** All kept values of a store, in no particular order. */
export async function allKept<T>(store: Store): Promise<T[]> {
  const inTab = () => [...(memory.get(store)?.values() ?? [])]
  return (await run(store, 'readonly', (place) => place.getAll() as IDBRequest<unknown[]>).catch(inTab)) as T[]
}

export async function removeKept(store: Store, key: string): Promise<void> {
  memory.get(store)?.delete(key)
  await run(store, 'readwrite', (place) => place.delete(key)).catch(() => undefined)
}

export async function emptyStore(store: Store): Promise<void> {
  memory.get(store)?.clear()
  await run(store, 'readwrite', (place) => place.clear()).catch(() => undefined)
}
