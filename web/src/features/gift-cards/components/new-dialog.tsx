'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormProvider, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { FormRadio } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { useSession } from '@/lib/session'
import { stylesQuery, type CardStyle } from '../api'
import { shownOfDraft, draftSchema } from '../form'
import { makeCard, type Made } from '../make'
import { emptyDraft, ways, type Draft } from '../model'
import { CardPreview } from './card-preview'
import { Day, PersonFields, ValueFields } from './card-fields'
import { MadeDialog } from './made-dialog'
import { StyleChoice } from './style-choice'
import { TripChoice } from './trip-choice'

/** A new card: what it is worth, how it looks, whose it will be. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('giftCards')
  const { data: styles, error, refetch } = useQuery(stylesQuery)
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <MadeDialog made={made} onClose={onClose} />
  if (styles?.[0]) return <Form styles={styles} first={styles[0].id} onMade={setMade} onClose={onClose} />
  return (
    <Dialog title={t('add')} isOpen onClose={onClose} size="xl">
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className="h-96" />}
    </Dialog>
  )
}

type FormProps = { styles: CardStyle[]; first: number; onMade: (made: Made) => void; onClose: () => void }

function Form({ styles, first, onMade, onClose }: FormProps) {
  const t = useTranslations('giftCards')
  const common = useTranslations('common')
  const id = useId()
  const locale = useLocale()
  const currency = useSession()?.properties.currency ?? 'USD'
  const form = useForm<Draft>({
    resolver: zodResolver(draftSchema as never) as never,
    defaultValues: emptyDraft(first, locale),
  })
  const make = useMake(form, onMade)
  const way = useWatch({ control: form.control, name: 'way' })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={id} look="primary" isPending={make.isPending}>
        {t(`make_${way}`)}
      </Button>
    </>
  )
  return (
    <Dialog title={t('add')} isOpen onClose={onClose} size="xl" footer={footer} isDismissable={!make.isPending}>
      <FormProvider {...form}>
        <form id={id} noValidate onSubmit={make.submit} className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="space-y-5">
            <Fields currency={currency} />
            {make.failure && <Notice tone="bad">{make.failure}</Notice>}
          </div>
          <div className="space-y-4 md:sticky md:top-0 md:self-start">
            <CardPreview styles={styles} currency={currency} />
            <StyleChoice styles={styles} />
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}

function Fields({ currency }: { currency: string }) {
  const t = useTranslations('giftCards')
  const way = useWatch<Draft, 'way'>({ name: 'way' })
  return (
    <>
      <FormRadio
        name="way"
        label={t('way')}
        options={ways.map((one) => ({ id: one, name: t(`way_${one}`), note: t(`way_${one}_note`) }))}
      />
      <ValueFields currency={currency} />
      {way === 'sold' && <TripChoice />}
      <PersonFields way={way} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Day name="expires_on" label={t('expiresOn')} hint={t('expiresOnHint')} />
        <FormText name="note" label={t('note')} hint={t('noteHint')} />
      </div>
    </>
  )
}

function useMake(form: UseFormReturn<Draft>, onMade: (made: Made) => void) {
  const errorText = useErrorText()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const [rest, setRest] = useState<string[] | null>(null)
  const make = useMutation({
    mutationFn: (draft: Draft) => makeCard(draft, zone),
    onMutate: () => setRest(null),
    onError: (error) => setRest(showFieldErrors(form, error, shownOfDraft)),
    onSuccess: onMade,
  })
  const failure = make.error && rest?.length !== 0 ? (rest?.join(' ') ?? errorText(make.error)) : null
  return { submit: form.handleSubmit((draft) => make.mutate(draft)), isPending: make.isPending, failure }
}
