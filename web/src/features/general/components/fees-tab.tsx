'use client'
import { ChargesTab } from './charges-tab'
import type { TabProps } from './types'

/** Fees that stand on the bill under their own name. */
export default function FeesTab({ general }: TabProps) {
  return <ChargesTab kind="fee" general={general} />
}
