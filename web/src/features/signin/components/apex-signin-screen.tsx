'use client'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Notice } from '@/components/ui/notice'
import { AppLink } from '@/lib/app-link'
import { useTitle } from '@/lib/use-title'
import { localizeUrl } from '@/routes'
import { signInAnywhere } from '../api'
import { SigninForm } from './signin-form'
import { SigninFrame } from './signin-frame'

/** The door for who does not know the operator's own address: e-mail and password lead there. */
export function ApexSigninScreen() {
  const t = useTranslations('signin')
  const locale = useLocale()
  useTitle(t('title'))
  const { mutate, data, error, variables } = useMutation({
    mutationFn: signInAnywhere,
    onSuccess: ({ redirect_url }) => {
      if (redirect_url) window.location.assign(localizeUrl(redirect_url, locale))
    },
  })
  const choices = data && !data.redirect_url ? data.accounts : []
  const isHomeless = error instanceof ApiError && error.code === 'no_account'
  return (
    <SigninFrame>
      <h1 className="text-2xl font-semibold">{choices.length ? t('chooseTitle') : t('title')}</h1>
      {choices.length > 0 && variables ? (
        <Choices accounts={choices} onChoose={(slug) => mutate({ ...variables, slug })} />
      ) : (
        <>
          {isHomeless && <Notice tone="warn">{t('noAccount')}</Notice>}
          <SigninForm
            error={isHomeless ? null : error}
            onSubmit={(values, settled) => mutate(values, { onSettled: settled })}
          />
          <NewHere />
        </>
      )}
    </SigninFrame>
  )
}

type ChoicesProps = { accounts: { slug: string; name: string; url: string }[]; onChoose: (slug: string) => void }

function Choices({ accounts, onChoose }: ChoicesProps) {
  return (
    <ul className="divide-y rounded-md border bg-surface">
      {accounts.map(({ slug, name, url }) => (
        <li key={slug}>
          <button
            onClick={() => onChoose(slug)}
            className="flex min-h-14 w-full items-center gap-3 px-4 text-left hover:bg-sunken"
          >
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-sm text-faint">{new URL(url).host}</span>
            </span>
            <ChevronRight aria-hidden className="size-4 text-faint" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function NewHere() {
  const t = useTranslations('signin')
  return (
    <p className="text-sm text-soft">
      {t('newHere')}{' '}
      <AppLink to="signup" params={{}} className="font-medium text-accent underline underline-offset-4">
        {t('startFree')}
      </AppLink>
    </p>
  )
}
