'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApiError } from '@/api/client'
import { FormText } from '@/components/form-fields'
import { NameFields } from '@/components/name-fields'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import * as rules from '@/lib/rules'
import { startSignup } from '../api'
import { cameBy, slugOf } from '../memory'
import type { StepProps } from './types'
import { StepHead } from './step-head'

const text = rules.name(120)
const schema = z.object({
  company_name: text,
  first_name: text,
  last_name: text,
  email: rules.email(),
})
type Values = z.infer<typeof schema>
const shown = Object.keys(schema.shape)

/** Who signs up; the answer is the same for every address, the rest is in the mail. */
export function AccountStep({ init, memory, onKeep }: StepProps) {
  const t = useTranslations('signup')
  const errorText = useErrorText()
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: memory.person })
  const start = useStart(form, { init, memory, onKeep })
  const isOver = init.state === 'expired' || init.state === 'rejected'
  const isField = start.error instanceof ApiError && start.error.code === 'validation_failed'
  return (
    <FormProvider {...form}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.handleSubmit((values) => start.mutate(values))}>
        <StepHead title={t('accountTitle')} text={t('accountText')} />
        {isOver && <Notice tone="warn">{t('expired')}</Notice>}
        <FormText name="company_name" label={t('company')} autoComplete="organization" autoFocus />
        <div className="grid gap-4 sm:grid-cols-2">
          <NameFields first={t('firstName')} last={t('lastName')} isOwn />
        </div>
        <FormText
          name="email"
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        {start.error && !isField && <Notice tone="bad">{errorText(start.error)}</Notice>}
        <Button type="submit" look="primary" size="lg" isPending={start.isPending}>
          {t('next')}
        </Button>
      </form>
    </FormProvider>
  )
}

function useStart(form: UseFormReturn<Values>, { init, memory, onKeep }: StepProps) {
  const locale = useLocale()
  return useMutation({
    // A token is sent along when the address is corrected, so that it stays one sign-up.
    mutationFn: (person: Values) =>
      startSignup({
        ...(memory.token && init.state === 'email_pending' && { signup_token: memory.token }),
        ...person,
        locale,
        referral: cameBy(),
      }),
    onSuccess: ({ signup_token, resend_after }, person) =>
      onKeep(
        {
          token: signup_token,
          person,
          resendAt: Date.now() + resend_after * 1000,
          slug: memory.slug || slugOf(person.company_name),
        },
        'code',
      ),
    onError: (error) => void showFieldErrors(form, error, shown),
  })
}
