'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { Invitation } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useRoleName } from '@/lib/role-name'
import { useFormat } from '@/lib/use-format'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { invitationQuery } from '../api'
import { KnownLoginForm } from './known-login-form'
import { NewLoginForm } from './new-login-form'
import { RegisterFrame } from './register-frame'

/** Where the link of an invitation leads: who invites, as what, and the way in. */
export function RegisterScreen() {
  const t = useTranslations('register')
  const token = useQueryParam('token') ?? ''
  const { data, error, refetch } = useQuery({ ...invitationQuery(token), enabled: token.length >= 16 })
  useTitle(t('title'))
  const isVoid = token.length < 16 || (error instanceof ApiError && [404, 422].includes(error.status))
  if (isVoid) return <Dead title={t('voidTitle')} text={t('voidText')} />
  if (error) {
    return (
      <RegisterFrame>
        <ErrorState error={error} onRetry={refetch} />
      </RegisterFrame>
    )
  }
  if (!data) return <RegisterFrame />
  return <Door token={token} invitation={data} />
}

function Door({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations('register')
  const { operator, state } = invitation
  if (state === 'used') return <Dead invitation={invitation} title={t('usedTitle')} text={t('usedText')} />
  if (state === 'expired') {
    const who = invitation.inviter ?? operator.name
    return <Dead invitation={invitation} title={t('expiredTitle')} text={t('expiredText', { who })} />
  }
  return (
    <RegisterFrame logo={operator.logo_url} name={operator.name}>
      <Welcome invitation={invitation} />
      <Ways token={token} invitation={invitation} />
    </RegisterFrame>
  )
}

function Welcome({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('register')
  const roleName = useRoleName()
  const format = useFormat()
  const { operator, inviter, role, expires_at } = invitation
  return (
    <div className="space-y-3">
      <h1 className="text-2xl font-semibold text-balance">{t('welcome', { operator: operator.name })}</h1>
      <p className="text-pretty text-soft">
        {inviter ? t('invitedBy', { inviter, operator: operator.name }) : t('invited', { operator: operator.name })}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg border bg-surface p-4 text-sm">
        <dt className="text-faint">{t('role')}</dt>
        <dd className="font-medium">{roleName(role as never)}</dd>
        <dt className="text-faint">{t('email')}</dt>
        <dd className="font-medium wrap-anywhere">{invitation.email}</dd>
        <dt className="text-faint">{t('until')}</dt>
        <dd className="font-medium">{format.instant(expires_at, operator.time_zone)}</dd>
      </dl>
    </div>
  )
}

function Ways({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations('register')
  const [isKnown, setKnown] = useState(invitation.has_login)
  return (
    <>
      {isKnown ? (
        <KnownLoginForm token={token} invitation={invitation} />
      ) : (
        <NewLoginForm token={token} invitation={invitation} />
      )}
      {!invitation.has_login && (
        <Button look="quiet" onPress={() => setKnown(!isKnown)}>
          {isKnown ? t('makeNew') : t('haveLogin')}
        </Button>
      )}
    </>
  )
}

/** An invitation that opens nothing any more, and what to do then. */
function Dead({ invitation, title, text }: { invitation?: Invitation; title: string; text: string }) {
  const t = useTranslations('register')
  return (
    <RegisterFrame logo={invitation?.operator.logo_url} name={invitation?.operator.name}>
      <div className="space-y-3">
        <h1 className="text-2xl font-semibold text-balance">{title}</h1>
        <p className="text-pretty text-soft">{text}</p>
      </div>
      <AppLink to="signin" params={{}} className={buttonClass('primary', 'lg')}>
        {t('toSignin')}
      </AppLink>
    </RegisterFrame>
  )
}
