'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { isAgent } from '@/lib/home'
import { doorLanguage, languageAfter, rememberLanguage } from '@/lib/languages'
import { saveOwnLanguage } from '@/lib/own-language'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href, localizePath, type Locale } from '@/routes'
import { redeemCode, tenantDoor, type Answer } from '../api'
import { safeNext } from '../next-address'
import { Enroll } from './enroll'
import { SigninFrame } from './signin-frame'
import { SigninSteps } from './signin-steps'

/** The door of the back office: a password, a passkey, or the one-time code that another host hands over. */
export function SigninScreen() {
  const t = useTranslations('signin')
  const code = useQueryParam('code')
  const next = safeNext(useQueryParam('next'))
  const isDemoReset = useQueryParam('demo') === 'reset'
  const [mustEnroll, setMustEnroll] = useState(useQueryParam('enroll') !== null)
  const enter = useEnter(next)
  const onAnswer = (answer: Answer) => (answer.next === 'enroll' ? setMustEnroll(true) : enter(answer))
  const ticket = useTicket(code, onAnswer)
  useTitle(t('title'))
  if (mustEnroll)
    return (
      <SigninFrame>
        <Enroll onDone={() => enter(null)} />
      </SigninFrame>
    )
  if (code && !ticket.isOver) return <Opening />
  return (
    <SigninFrame>
      <SigninSteps
        door={tenantDoor}
        begin={ticket.answer}
        onEntered={onAnswer}
        notice={
          code && !ticket.answer ? (
            <Notice tone="warn">{t('codeUsed')}</Notice>
          ) : isDemoReset ? (
            <Notice tone="info">{t('demoReset')}</Notice>
          ) : null
        }
        text={next && !code ? t('continueText') : null}
      />
    </SigninFrame>
  )
}

function Opening() {
  const t = useTranslations('signin')
  return (
    <SigninFrame>
      <h1 className="text-2xl font-semibold">{t('openingTitle')}</h1>
      <div role="status" aria-label={t('openingTitle')} className="space-y-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </SigninFrame>
  )
}

/** Goes where the person wanted to, as somebody else than before. */
function useEnter(next: string | null) {
  const queries = useQueryClient()
  const go = useGo()
  const read = useLocale()
  return async (answer: Answer | null) => {
    queries.clear()
    const locale = await settleLanguage(answer?.locale ?? null)
    const to = placeAfter(answer)
    if (next) window.location.replace(localizePath(next, locale))
    else if (locale !== read) window.location.replace(href(to, {}, locale))
    else go(to, {}, { replace: true })
  }
}

/** Who has several operators to choose from does that; an agent begins at the desk, all others with the day. */
function placeAfter(answer: Answer | null) {
  if (!answer) return 'home'
  if (answer.next === 'chooser') return 'agentAccountChooser'
  return isAgent(answer.userAvatar) ? 'desk' : 'manifest'
}

/** The language to go on in; what was chosen at the door becomes the person's own. */
async function settleLanguage(own: Locale | null): Promise<Locale> {
  const locale = languageAfter(window.location.pathname, own)
  if (doorLanguage.get() && own && own !== locale) await saveOwnLanguage(locale)
  if (doorLanguage.get() ?? locale === own) rememberLanguage(locale)
  doorLanguage.set(null)
  return locale
}

/** Hands a one-time code in by itself, once; `answer` is there when a second step is missing. */
function useTicket(code: string | null, onAnswer: (answer: Answer) => void) {
  const redeem = useMutation({
    mutationFn: redeemCode,
    onSuccess: (answer) => answer.next !== 'second_factor' && onAnswer(answer),
  })
  const { mutate, data, isError } = redeem
  const sentCode = useRef<string>(null)
  useEffect(() => {
    if (!code || sentCode.current === code) return
    sentCode.current = code
    mutate(code)
  }, [code, mutate])
  const answer = data?.next === 'second_factor' ? data : null
  return { answer, isOver: isError || answer !== null }
}
