'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { useStanding } from '@/lib/standing'
import { useLeaveWarning } from '@/lib/use-leave-warning'

type Props = {
  isDirty: boolean
  isPending: boolean
  onReset: () => void
  /** Why the last try did not work. */
  children?: ReactNode
}

/** The end of a form: it saves, follows only those who have something to save, and asks before they leave. */
export function SaveBar({ isDirty, isPending, onReset, children }: Props) {
  const t = useTranslations('common')
  useLeaveWarning(isDirty)
  useStanding('bar', isDirty)
  return (
    <div
      className={cx(
        'z-10 -mx-4 space-y-3 px-4 py-3 md:mx-0 md:px-0',
        isDirty &&
          'sticky bottom-[calc(56px+env(safe-area-inset-bottom))] border-t bg-canvas/95 backdrop-blur md:bottom-0',
      )}
    >
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" isPending={isPending} isDisabled={!isDirty}>
          {t('save')}
        </Button>
        {isDirty && (
          <>
            <Button look="quiet" onPress={onReset}>
              {t('discard')}
            </Button>
            <span className="text-sm text-faint">{t('unsaved')}</span>
          </>
        )}
      </div>
    </div>
  )
}
