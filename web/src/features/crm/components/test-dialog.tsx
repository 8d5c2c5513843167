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
import { textFor, type TemplateValues } from '../values'
import type { ChosenTrip } from './trip-choice'

type Props = {
  template: TemplateFull
  main: string
  shown: string
  trip: ChosenTrip | null | undefined
  onClose: () => void
}

/** Sends the message as it is typed to somebody on the team, saved or not. */
export function TestDialog({ template, main, shown, trip, onClose }: Props) {
  const t = useTranslations('templateEditor')
  const common = useTranslations('common')
  const { getValues } = useFormContext<TemplateValues>()
  const channel = getValues('channel')
  const [by, setBy] = useState<'email' | 'sms'>(channel === 'sms' ? 'sms' : 'email')
  const own = useSession()?.userAvatar
  const [to, setTo] = useState({ email: own?.email ?? '', sms: '' })
  const errorText = useErrorText()
  const test = useMutation({
    mutationFn: () => {
      const { locale, is_own: _, ...draft } = textFor(shown, main, getValues(), template)
      return sendTest(template.id, { to: to[by], channel: by, locale, trip_id: trip?.id, draft })
    },
    onSuccess: () => {
      toast.success(t('tested', { to: to[by] }))
      onClose()
    },
  })
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
        <p className="text-soft">{t('testText', { language: languageName(shown) })}</p>
        {channel === 'both' && (
          <RadioGroup
            label={t('channel')}
            options={(['email', 'sms'] as const).map((id) => ({ id, name: t(`channel_${id}`) }))}
            value={by}
            onChange={setBy}
          />
        )}
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
