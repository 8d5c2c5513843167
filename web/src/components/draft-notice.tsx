'use client'
import { useTranslations } from 'use-intl'
import type { Draft } from '@/lib/use-draft'
import { Notice } from './ui/notice'

/** Says that unsaved values came back, and offers to let them go. */
export function DraftNotice({ draft }: { draft: Draft }) {
  const t = useTranslations('common')
  if (!draft.isRestored) return null
  return (
    <Notice tone="info">
      <span className="flex flex-wrap items-baseline gap-x-3">
        {t('draftBack')}
        <button type="button" onClick={draft.discard} className="font-medium underline pointer-coarse:min-h-11">
          {t('draftDiscard')}
        </button>
      </span>
    </Notice>
  )
}
