'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../session'
import { flush, queueState, startQueue, subscribeQueue, type Queue } from './queue'
import { sendAction } from './send'

const nothing: Queue = { waiting: [], reports: [], isReachable: true }

/** What waits to be sent, what came out otherwise, and whether the server can be reached. */
export const useQueue = () => useSyncExternalStore(subscribeQueue, queueState, () => nothing)

/** The same, and keep it going for whoever is signed in: at the start, when the connection or the reader comes back. */
export function useOfflineQueue(): Queue {
  const person = useSession()?.userAvatar.id
  useEffect(() => {
    if (person === undefined) return
    void startQueue(person, sendAction)
    const back = () => document.visibilityState === 'visible' && void flush()
    addEventListener('online', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      removeEventListener('online', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [person])
  return useQueue()
}
