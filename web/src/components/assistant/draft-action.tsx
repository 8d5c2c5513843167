'use client'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { draftReply } from './api'

const ProposalDialog = late(() => import('./proposal-dialog').then((file) => file.ProposalDialog))

export type DraftProps = { conversation: number; text: string; maxLen: number; onChange: (text: string) => void }

/** Asks for a draft of an answer; it comes into the field, and is sent by a person or not at all. */
export function DraftAction({ conversation, text, maxLen, onChange }: DraftProps) {
  const t = useTranslations('assistant')
  const [isOpen, setOpen] = useState(false)
  const use = (draft: string) => {
    onChange(draft)
    setOpen(false)
    toast(t('used'), { id: 'assistant', action: { label: t('undo'), onClick: () => onChange(text) } })
  }
  return (
    <>
      <Button size="sm" look="quiet" onPress={() => setOpen(true)}>
        <Sparkles aria-hidden className="size-4" />
        {t('draft')}
      </Button>
      {isOpen && (
        <ProposalDialog
          title={t('draftTitle')}
          original={text.trim()}
          ask={(tone) => draftReply(conversation, tone, maxLen)}
          onUse={use}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
