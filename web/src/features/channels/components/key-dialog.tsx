'use client'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'

/** A key that was just made: shown this once. */
export function KeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('channels')
  const done = (
    <Button look="primary" onPress={onClose}>
      {t('keyDone')}
    </Button>
  )
  return (
    <Dialog title={t('keyTitle')} isOpen onClose={onClose} footer={done}>
      <div className="space-y-4">
        <Notice tone="warn">{t('keyOnce')}</Notice>
        <CopyBox text={secret} label={t('key')} />
      </div>
    </Dialog>
  )
}
