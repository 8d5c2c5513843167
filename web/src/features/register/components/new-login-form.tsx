'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Invitation } from '@/api/models'
import { NameFields } from '@/components/name-fields'
import { Button } from '@/components/ui/button'
import { splitName } from '@/lib/names'
import type { Locale } from '@/routes'
import * as rules from '@/lib/rules'
import { useAccept } from '../use-accept'
import { AcceptFailure } from './accept-failure'
import { PasswordRules } from './password-rules'
import { SecretField } from './secret-field'

const schema = z.object({
  first_name: rules.name(80),
  last_name: rules.trimmed(80),
  password: rules.secret(10, 'password', 200),
})
type Values = z.infer<typeof schema>
const shown = ['first_name', 'last_name', 'password', 'person.first_name', 'person.last_name', 'person.password']

type Props = { token: string; invitation: Invitation }

/** A login of one's own: a name and a password; the address is the one that was invited. */
export function NewLoginForm({ token, invitation }: Props) {
  const t = useTranslations('register')
  const locale = useLocale() as Locale
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { ...splitName(invitation.name), password: '' },
  })
  const join = useAccept(form as never, shown)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((person) => join.mutate({ token, person: { ...person, locale } }))}
      >
        {/* Password managers keep the password under this address. */}
        <input type="email" name="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <div className="grid gap-4 sm:grid-cols-2">
          <NameFields first={t('firstName')} last={t('lastName')} isOwn />
        </div>
        <SecretField name="password" label={t('newPassword')} autoComplete="new-password" />
        <Rules email={invitation.email} form={form as never} />
        <AcceptFailure error={join.error} />
        <Button type="submit" look="primary" size="lg" isPending={join.isPending}>
          {t('join', { operator: invitation.operator.name })}
        </Button>
      </form>
    </FormProvider>
  )
}

function Rules({ email, form }: { email: string; form: never }) {
  const [password = '', first = '', last = ''] = useWatch({
    control: (form as { control: never }).control,
    name: ['password', 'first_name', 'last_name'] as never,
  }) as string[]
  return <PasswordRules password={password} person={{ email, name: `${first} ${last}`.trim() }} />
}
