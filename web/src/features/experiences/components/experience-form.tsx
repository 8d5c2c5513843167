'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, type DefaultValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { CustomerType, ExperienceFull } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { FormNumber, FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { uploadImage } from '@/features/experience/api'
import { refusalOf } from '@/features/experience/upload'
import { usePicture } from '@/features/experience/use-picture'
import { showFieldErrors, sortFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useStanding } from '@/lib/standing'
import { useDraft } from '@/lib/use-draft'
import { useLeaveWarning } from '@/lib/use-leave-warning'
import { late } from '@/lib/late'
import { experienceQuery, experiencesQuery, saveExperience } from '../api'
import {
  bodyOf,
  emptyExperience,
  experienceSchema,
  shownFields,
  type ExperienceDraft,
  type ExperienceValues,
} from '../model'
import { saveWithPicture } from '../new-picture'
import { ColorChoice } from './color-choice'
import { PriceRows } from './price-rows'
import { StatusChoice } from './status-choice'

/** Most begin with the words: what takes a picture comes after them. */
const ExtraPicture = late(() =>
  import('@/features/experience/components/extra-picture').then((file) => file.ExtraPicture),
)

type Props = {
  types: CustomerType[]
  currency: string
  submitLabel: string
  onSaved: (experience: ExperienceFull) => void
}

/** The form of a new experience: what it takes to sell it. What was typed stays, whatever the server answers. */
export function ExperienceForm({ types, currency, submitLabel, onSaved }: Props) {
  const form = useForm<ExperienceDraft, unknown, ExperienceValues>({
    resolver: zodResolver(experienceSchema) as never,
    defaultValues: emptyExperience(types) as DefaultValues<ExperienceDraft>,
  })
  const draft = useDraft(form as never)
  const picture = usePicture()
  useStanding('bar')
  useLeaveWarning(form.formState.isDirty || picture.file !== null)
  const save = useSave(form, picture, onSaved)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}
        className="space-y-5"
      >
        <DraftNotice draft={draft} />
        <Basics />
        <PriceRows types={types} currency={currency} />
        <MainPicture picture={picture} />
        <Details />
        <StatusChoice />
        <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] space-y-3 z-10 -mx-4 border-t bg-canvas/95 px-4 py-3 backdrop-blur md:bottom-0 md:mx-0 md:px-0">
          {save.isError && <SaveFailure error={save.error} />}
          <Button type="submit" look="primary" size="lg" isPending={save.isPending} className="w-full sm:w-auto">
            {submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function Basics() {
  const t = useTranslations('experiences')
  return (
    <Card title={t('basics')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText
          name="name"
          label={t('name')}
          placeholder={t('namePlaceholder')}
          className="sm:col-span-2"
          autoFocus
        />
        <Duration />
        <FormNumber
          name="default_capacity"
          label={t('capacity')}
          hint={t('capacityHint')}
          minValue={1}
          placeholder={t('noLimit')}
        />
        <FormText
          name="short_description"
          label={t('short')}
          hint={t('shortHint')}
          rows={2}
          className="sm:col-span-2"
        />
      </div>
    </Card>
  )
}

type Picture = ReturnType<typeof usePicture>

function MainPicture({ picture: { file, error, onFile } }: { picture: Picture }) {
  const [isOpen, setOpen] = useState(false)
  const t = useTranslations('experience')
  return (
    <Card>
      {isOpen ? (
        <ExtraPicture label={t('hero')} hint={t('heroText')} file={file} onFile={onFile} error={error} value={null} />
      ) : (
        <Button onPress={() => setOpen(true)}>{t('todo_picture')}</Button>
      )}
    </Card>
  )
}

function Details() {
  const t = useTranslations('experiences')
  return (
    <Card title={t('details')}>
      <div className="space-y-5">
        <FormText name="meeting_point" label={t('meeting')} hint={t('meetingHint')} />
        <FormText name="description" label={t('description')} rows={6} />
        <ColorChoice />
      </div>
    </Card>
  )
}

function Duration() {
  const t = useTranslations('experiences')
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <FormNumber name="hours" label={t('hours')} minValue={0} maxValue={240} />
      <FormNumber name="minutes" label={t('minutes')} minValue={0} maxValue={59} />
    </fieldset>
  )
}

function SaveFailure({ error }: { error: Error }) {
  const t = useTranslations('experiences')
  const errorText = useErrorText()
  const isRefused = error instanceof ApiError && error.code === 'validation_failed'
  if (!isRefused) return <Notice tone="bad">{errorText(error)}</Notice>
  return <Notice tone="bad">{[t('checkFields'), ...sortFieldErrors(error.fields, shownFields).rest].join(' ')}</Notice>
}

type Form = ReturnType<typeof useForm<ExperienceDraft, unknown, ExperienceValues>>

function useSave(form: Form, { file, onFile }: Picture, onSaved: Props['onSaved']) {
  const queries = useQueryClient()
  const tellPicture = usePictureFailure()
  return useMutation({
    mutationFn: (values: ExperienceValues) =>
      saveWithPicture(
        () => saveExperience(bodyOf(values)),
        file,
        (experience, chosen) => uploadImage(experience, 'Hero', chosen, () => {}),
      ),
    onSuccess: ({ experience, failure }) => {
      const { queryKey } = experienceQuery(String(experience.id))
      queries.setQueryData(queryKey, experience)
      if (file) void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
      form.reset()
      onFile(null)
      if (failure) tellPicture(experience, failure)
      onSaved(experience)
    },
    onError: (error) => {
      showFieldErrors(form as never, error, shownFields)
    },
  })
}

/** Says that the experience is there and its picture is not, and why. */
function usePictureFailure() {
  const t = useTranslations('experiences')
  const errorText = useErrorText()
  return ({ name }: ExperienceFull, failure: unknown) => {
    const reason = refusalOf(failure) ?? errorText(failure)
    toast.error(t('pictureFailed', { name }), { description: t('pictureLater', { reason }) })
  }
}
