'use client'
import { HelpPanel } from '@/components/help/help-panel'
import { useCurrentRoute } from '../use-place'
import { KeyList } from './key-list'

/** What "?" opens: the article about this screen, and below it the keys that work here. */
export function HelpBeside({ onClose }: { onClose: () => void }) {
  return (
    <HelpPanel route={useCurrentRoute()} onClose={onClose}>
      {/* A phone has no keys. */}
      <KeyList className="mt-6 border-t pt-4 pointer-coarse:hidden max-md:hidden" />
    </HelpPanel>
  )
}
