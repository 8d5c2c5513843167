'use client'
import { useTranslations } from 'use-intl'
import { Dialog } from '@/components/ui/dialog'
import { KeyList } from './key-list'

/** All keys that work on the screen behind it. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('shell')
  return (
    <Dialog title={t('keys')} isOpen={isOpen} onClose={onClose} size="lg">
      <KeyList className="gap-x-10 sm:grid-cols-2" />
    </Dialog>
  )
}
