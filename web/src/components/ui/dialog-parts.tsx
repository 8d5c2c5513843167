'use client'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { IconButton } from './button'
import { Isolated } from '@/components/isolated'

/** The title line of a dialog or drawer. */
export function DialogHead({ title, onClose }: { title: string; onClose?: () => void }) {
  const t = useTranslations('common')
  return (
    <div className="flex shrink-0 items-center justify-between gap-4 px-5 pt-4 pb-3">
      <Heading slot="title" className="text-lg font-semibold text-balance">
        <Isolated>{title}</Isolated>
      </Heading>
      {onClose && (
        <IconButton label={t('close')} onPress={onClose} className="-me-2">
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  )
}

/** The line of buttons that stays in view under a dialog or drawer. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap justify-end gap-3 border-t px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
