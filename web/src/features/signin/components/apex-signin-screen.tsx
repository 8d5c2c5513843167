'use client'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { AppLink } from '@/lib/app-link'
import { useTitle } from '@/lib/use-title'
import { localizeUrl } from '@/routes'
import { apexDoor } from '../api'
import { Refusal } from './signin-form'
import { SigninFrame } from './signin-frame'
import { SigninSteps } from './signin-steps'

type Entered = Awaited<ReturnType<typeof apexDoor.enter>>

/** The door for who does not know the operator's own address: e-mail and password lead there. */
export function ApexSigninScreen() {
  const t = useTranslations('signin')
  const locale = useLocale()
  const [choice, setChoice] = useState<Entered | null>(null)
  useTitle(t('title'))
  const go = (answer: Entered) => {
    if (answer.redirect_url) window.location.assign(localizeUrl(answer.redirect_url, locale))
    else setChoice(answer)
  }
  return (
    <SigninFrame>
      {choice ? (
        <Chooser choice={choice} onChosen={go} onExpired={() => setChoice(null)} />
      ) : (
        <SigninSteps door={apexDoor} onEntered={go} below={<NewHere />} />
      )}
    </SigninFrame>
  )
}

type ChooserProps = { choice: Entered; onChosen: (answer: Entered) => void; onExpired: () => void }

function Chooser({ choice, onChosen, onExpired }: ChooserProps) {
  const t = useTranslations('signin')
  const choose = useMutation({
    mutationFn: (slug: string) => apexDoor.enter({ step_token: choice.step_token ?? '', slug }),
    onSuccess: onChosen,
    onError: (error) => error instanceof ApiError && error.code === 'step_expired' && onExpired(),
  })
  return (
    <>
      <h1 className="text-2xl font-semibold">{t('chooseTitle')}</h1>
      {choose.error && <Refusal error={choose.error} />}
      <ul className="divide-y rounded-md border bg-surface">
        {choice.accounts.map(({ slug, name, url }) => (
          <li key={slug}>
            <button
              onClick={() => choose.mutate(slug)}
              className="flex min-h-14 w-full items-center gap-3 px-4 text-start hover:bg-sunken"
            >
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-sm text-faint">{new URL(url).host}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 text-faint rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ul>
    </>
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
