'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TripFull } from '@/api/models'
import { useReadiness } from './use-readiness'

/** On to the money: the trip that is to be paid once the server has everything, null before. */
export function usePaying({ isNameNeeded }: { isNameNeeded: boolean }) {
  const { check, explain, changed } = useReadiness(isNameNeeded)
  const [trip, setTrip] = useState<TripFull | null>(null)
  const begin = useMutation({ mutationFn: check, onSuccess: setTrip, onError: explain })
  return { ...begin, changed, trip, end: () => setTrip(null) }
}
