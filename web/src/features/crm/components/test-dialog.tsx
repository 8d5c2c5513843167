'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { RadioGroup } from '@/components/ui/radio-group'
import { useErrorText } from '@/components/ui/states'
import { languageName } from '@/lib/languages'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { sendTest } from '../api'
import type { TemplateFull } from '../types'
import { draftOf, textFor, type TemplateValues } from '../values'
import type { ChosenTrip } from './trip-choice'

type Props = {
  template: TemplateFull
  main: string
  shown: string
  trip: ChosenTrip | null | undefined
  onClose: () => void
}

/** Sends the message as it is typed to somebody on the team, saved or not. */
export function TestDialog({ onClose, ...rest }: Props) {
  const t = useTranslations('templateEditor')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const { getValues } = useFormContext<TemplateValues>()
  const channel = getValues('channel')
  const [by, setBy] = useState<'email' | 'sms'>(channel === 'sms' ? 'sms' : 'email')
  const own = useSession()?.userAvatar
  const [to, setTo] = useState({ email: own?.email ?? '', sms: '' })
  const test = useTest({ ...rest, onClose, by, to: to[by] })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button look="primary" onPress={() => test.mutate()} isPending={test.isPending} isDisabled={!to[by].trim()}>
        {t('sendTest')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('test')} size="sm" isOpen onClose={onClose} footer={footer} isDismissable={!test.isPending}>
      <div className="space-y-5">
        <p className="text-soft">{t('testText', { language: languageName(rest.shown) })}</p>
        {channel === 'both' && <By value={by} onChange={setBy} />}
        <TextField
          key={by}
          label={t(by === 'email' ? 'testEmail' : 'testPhone')}
          type={by === 'email' ? 'email' : 'tel'}
          value={to[by]}
          onChange={(value) => setTo({ ...to, [by]: value })}
          autoComplete={by === 'email' ? 'email' : 'tel'}
        />
        {test.isError && <Notice tone="bad">{errorText(test.error)}</Notice>}
      </div>
    </Dialog>
  )
}

function By({ value, onChange }: { value: 'email' | 'sms'; onChange: (by: 'email' | 'sms') => void }) {
  const t = useTranslations('templateEditor')
  const options = (['email', 'sms'] as const).map((id) => ({ id, name: t(`channel_${id}`) }))
  return <RadioGroup label={t('channel')} options={options} value={value} onChange={onChange} />
}

function useTest({ template, main, shown, trip, onClose, by, to }: Props & { by: 'email' | 'sms'; to: string }) {
  const t = useTranslations('templateEditor')
  const { getValues } = useFormContext<TemplateValues>()
  return useMutation({
    mutationFn: () => {
      const { locale, ...draft } = draftOf(textFor(shown, main, getValues(), template))
      return sendTest(template.id, { to, channel: by, locale, trip_id: trip?.id, draft })
    },
    onSuccess: () => {
      toast.success(t('tested', { to }))
      onClose()
    },
  })
}
