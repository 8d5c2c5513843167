'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Invitation } from '@/api/models'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { AppLink } from '@/lib/app-link'
import * as rules from '@/lib/rules'
import { useAccept } from '../use-accept'
import { AcceptFailure } from './accept-failure'
import { SecretField } from './secret-field'

const schema = z.object({
  email: rules.email(),
  password: rules.secret(1, 'required'),
})
type Values = z.infer<typeof schema>
const shown = ['email', 'password', 'login.email', 'login.password']

/** Joins with a login that somebody has: its password proves that it is theirs. */
export function KnownLoginForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations('register')
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: invitation.has_login ? invitation.email : '', password: '' },
  })
  const join = useAccept(form as never, shown)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((login) => join.mutate({ token, login }))}
      >
        <p className="text-soft">{invitation.has_login ? t('hasLoginText') : t('knownText')}</p>
        <FormText name="email" label={t('email')} type="email" inputMode="email" autoComplete="username" />
        <SecretField name="password" label={t('password')} autoComplete="current-password" />
        <AcceptFailure error={join.error} />
        <Button type="submit" look="primary" size="lg" isPending={join.isPending}>
          {t('join', { operator: invitation.operator.name })}
        </Button>
        <AppLink
          to="forgotPassword"
          params={{}}
          className="self-center py-2 text-sm text-accent underline underline-offset-4"
        >
          {t('forgot')}
        </AppLink>
      </form>
    </FormProvider>
  )
}
