'use client'
import { useState } from 'react'
import { late } from '@/lib/late'
import { isOpen, useOwnJobs } from './jobs/own-jobs'

const TrayWindow = late(() => import('./jobs/tray-window').then((file) => file.TrayWindow))

/** Long work in the corner, found again on every page; what draws it comes with the first that is seen running. */
export function JobTray() {
  const { jobs, at } = useOwnJobs()
  const [first, setFirst] = useState<readonly number[]>([])
  if (first.length === 0 && jobs.some(isOpen)) setFirst(jobs.filter(isOpen).map(({ id }) => id))
  return first.length > 0 && <TrayWindow jobs={jobs} at={at} first={first} />
}
