'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ReviewRow } from '@/api/models'
import { FormImprove } from '@/components/assistant/form-improve'
import { FormSwitch } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { answerReview, reviewsKey } from '../api'

type Values = { text: string; is_mailed: boolean }
const FORM = 'answer-review'

/** What the operator says to a review: where it is published, and by email where that is wanted. */
export function AnswerDialog({ review, onClose }: { review: ReviewRow; onClose: () => void }) {
  const t = useTranslations('reviews')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const form = useForm<Values>({ defaultValues: { text: review.reply_text, is_mailed: false } })
  const save = useMutation({
    mutationFn: ({ text, is_mailed }: Values) => answerReview(review.id, text, is_mailed),
    onSuccess: () => {
      toast.success(t('answered'))
      onClose()
      return queries.invalidateQueries({ queryKey: reviewsKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={FORM} look="primary" isPending={save.isPending}>
        {t('saveAnswer')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('answer')} isOpen onClose={onClose} footer={footer}>
      <FormProvider {...form}>
        <form id={FORM} noValidate onSubmit={form.handleSubmit((values) => save.mutate(values))} className="space-y-5">
          <FormText name="text" label={t('yourAnswer')} hint={t('answerHint')} rows={5} maxLength={4000} autoFocus />
          <FormImprove name="text" label={t('yourAnswer')} purpose="review_answer" maxLen={4000} />
          {review.trip_id !== null && <FormSwitch name="is_mailed">{t('mailIt')}</FormSwitch>}
        </form>
      </FormProvider>
    </Dialog>
  )
}
