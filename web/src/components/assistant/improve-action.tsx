'use client'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { improveText, type Purpose } from './api'

const ProposalDialog = late(() => import('./proposal-dialog').then((file) => file.ProposalDialog))

export type ImproveProps = {
  /** What the text is called, for who does not see beside which field this stands. */
  of: string
  text: string
  purpose: Purpose
  locale?: string
  maxLen?: number
  note?: string
  onChange: (text: string) => void
}

/** Asks for a better wording of a field; what is used can be taken back at once. */
export function ImproveAction({ of, text, purpose, locale, maxLen, note, onChange }: ImproveProps) {
  const t = useTranslations('assistant')
  const [asked, setAsked] = useState<string | null>(null)
  const use = (better: string) => {
    onChange(better)
    setAsked(null)
    toast(t('used'), { id: 'assistant', action: { label: t('undo'), onClick: () => onChange(text) } })
  }
  return (
    <>
      <Button
        size="sm"
        look="quiet"
        aria-label={t('improveOf', { name: of })}
        isDisabled={text.trim() === ''}
        onPress={() => setAsked(text.trim())}
      >
        <Sparkles aria-hidden className="size-4" />
        {t('improve')}
      </Button>
      {asked !== null && (
        <ProposalDialog
          title={t('improveOf', { name: of })}
          original={asked}
          note={note}
          ask={(tone) => improveText({ text: asked, purpose, locale, max_len: maxLen }, tone)}
          onUse={use}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
