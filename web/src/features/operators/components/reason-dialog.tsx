'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'

type Props = {
  title: string
  text: string
  label: string
  /** Where it is typed once more, so that nobody does it by a slip. */
  slug?: string
  isDanger?: boolean
  isPending: boolean
  error: Error | null
  onConfirm: (reason: string, slug: string) => void
  onClose: () => void
}

/** A deed that wants a reason: the owner reads it, and both logs keep it. */
export function ReasonDialog({ title, text, label, slug, isDanger, isPending, error, onConfirm, onClose }: Props) {
  const t = useTranslations('operators')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const isReady = reason.trim() !== '' && (slug === undefined || typed.trim().toLowerCase() === slug)
  return (
    <Dialog title={title} isOpen onClose={onClose} size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(reason.trim(), typed)
        }}
      >
        <p className="text-pretty text-soft">{text}</p>
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
        <TextField
          label={t('reason')}
          hint={t('reasonHint')}
          autoFocus
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        {slug !== undefined && <TextField label={t('typeSlug', { slug })} value={typed} onChange={setTyped} />}
        <Button type="submit" look={isDanger ? 'destroy' : 'primary'} isPending={isPending} isDisabled={!isReady}>
          {label}
        </Button>
      </form>
    </Dialog>
  )
}
