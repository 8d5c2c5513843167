'use client'
import type { Editor } from '@tiptap/react'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { improveText } from '@/components/assistant/api'
import { Button } from '@/components/ui/button'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { paragraphAt, replaceParagraph, type Paragraph } from './paragraph'

const ProposalDialog = late(() => import('@/components/assistant/proposal-dialog').then((file) => file.ProposalDialog))

/** Asks for a better wording of the paragraph that is written in; fields stay as they are. */
export function ImproveParagraph({ editor }: { editor: Editor }) {
  const t = useTranslations('assistant')
  const [asked, setAsked] = useState<Paragraph | null>(null)
  const locale = editor.view.dom.lang
  const open = () => {
    const found = paragraphAt(editor.state)
    if (found) setAsked(found)
    else toast(t('noParagraph'))
  }
  const use = (better: string) => {
    if (asked && replaceParagraph(editor, asked, better)) {
      toast(t('used'), { id: 'assistant', action: { label: t('undo'), onClick: () => editor.commands.undo() } })
    } else toast.error(t('changedMeanwhile'))
    setAsked(null)
  }
  return (
    <>
      <Button size="sm" look="quiet" onPress={open}>
        <Sparkles aria-hidden className="size-4" />
        {t('improve')}
      </Button>
      {asked && (
        <ProposalDialog
          title={t('improveParagraph')}
          original={asked.text}
          note={asked.hasMarks ? t('losesFormat') : undefined}
          ask={(tone) => improveText({ text: asked.text, purpose: 'template', locale: locale || undefined }, tone)}
          onUse={use}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
