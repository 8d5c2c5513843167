'use client'
import { Flag } from 'lucide-react'
import type { TabProps } from './types'
import { WordsTab } from './words-tab'

/** Why trips get flagged for somebody's eye. */
export default function FlagsTab({ general }: TabProps) {
  return <WordsTab list="flags" items={general.flags} icon={<Flag aria-hidden />} />
}
