'use client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { tones, type Ask, type Proposal, type Tone } from './api'
import { useAssistantError } from './use-assistant-error'

type Props = {
  title: string
  /** What stands there now; nothing for a draft that begins from nothing. */
  original: string
  ask: Ask
  /** What else has to be known before it is used. */
  note?: string
  onUse: (text: string) => void
  onClose: () => void
}

/** A proposal beside what it would replace. Nothing changes until somebody says so. */
export function ProposalDialog({ title, original, ask, note, onUse, onClose }: Props) {
  const t = useTranslations('assistant')
  const proposal = useProposal(ask)
  const { found, chosen } = proposal
  const footer = (
    <>
      <Button onPress={onClose}>{t('discard')}</Button>
      <Button onPress={() => proposal.again(proposal.tone)} isPending={proposal.isPending}>
        {t('again')}
      </Button>
      <Button look="primary" isDisabled={chosen === null || proposal.isPending} onPress={() => chosen && onUse(chosen)}>
        {t('use')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} size="lg" footer={footer}>
      <div className="space-y-5">
        <Select
          label={t('tone')}
          options={toneOptions(t)}
          value={proposal.tone ?? 'same'}
          onChange={proposal.setTone}
        />
        <div className={original ? 'grid gap-5 sm:grid-cols-2' : ''}>
          {original && <Words label={t('original')} text={original} />}
          <div aria-live="polite" aria-busy={proposal.isPending} className="min-w-0 space-y-2">
            <Outcome proposal={proposal} found={found} />
          </div>
        </div>
        {note && <Notice tone="warn">{note}</Notice>}
        <p className="text-sm text-pretty text-faint">{t('check')}</p>
      </div>
    </Dialog>
  )
}

type ToneChoice = Tone | 'same'
type Translate = ReturnType<typeof useTranslations<'assistant'>>

const toneOptions = (t: Translate) => [
  { id: 'same' as ToneChoice, name: t('tone_same') },
  ...tones.map((id) => ({ id: id as ToneChoice, name: t(`tone_${id}`) })),
]

function useProposal(ask: Ask) {
  const [tone, setTone] = useState<Tone | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: ask,
    onMutate: () => setChosen(null),
    onSuccess: (found) => setChosen(found.text),
  })
  useEffect(() => mutate(null), [mutate])
  return {
    found: error ? undefined : data,
    error,
    isPending,
    chosen,
    setChosen,
    tone,
    again: mutate,
    setTone: (wanted: ToneChoice) => {
      const next = wanted === 'same' ? null : wanted
      setTone(next)
      mutate(next)
    },
  }
}

type OutcomeProps = { proposal: ReturnType<typeof useProposal>; found: Proposal | undefined }

function Outcome({ proposal, found }: OutcomeProps) {
  const t = useTranslations('assistant')
  const errorText = useAssistantError()
  if (proposal.isPending) {
    return (
      <>
        <span className="sr-only">{t('asking')}</span>
        <Skeleton className="h-32 rounded-md" />
      </>
    )
  }
  if (proposal.error) return <Notice tone="bad">{errorText(proposal.error)}</Notice>
  if (!found) return null
  const texts = [found.text, ...found.alternatives]
  if (texts.length === 1) return <Words label={t('proposal')} text={found.text} />
  return (
    <RadioGroup
      label={t('proposals')}
      options={texts.map((text) => ({ id: text, name: text }))}
      value={proposal.chosen}
      onChange={proposal.setChosen}
      className="break-words whitespace-pre-line"
    />
  )
}

function Words({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="min-w-0 space-y-1.5">
      <h3 className="text-sm font-medium">{label}</h3>
      <p dir="auto" className="rounded-md border bg-sunken px-3 py-2.5 text-sm break-words whitespace-pre-wrap">
        {text}
      </p>
    </section>
  )
}
