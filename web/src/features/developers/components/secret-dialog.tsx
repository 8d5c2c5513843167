'use client'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'

/** A secret that is shown this once. */
export function SecretDialog({ label, secret, onClose }: { label: string; secret: string; onClose: () => void }) {
  const t = useTranslations('developers')
  const footer = (
    <Button look="primary" onPress={onClose}>
      {t('copied')}
    </Button>
  )
  return (
    <Dialog title={label} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-4">
        <Notice tone="warn">{t('shownOnce')}</Notice>
        <CopyBox text={secret} label={label} />
      </div>
    </Dialog>
  )
}
