'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { register } from '../api'
import type { StepProps } from './types'
import { StepHead } from './step-head'

/** The terms to read, to agree to, and the last button. */
export function TermsStep({ init, memory, onKeep, password }: StepProps & { password: string }) {
  const t = useTranslations('signup')
  const [isAgreed, setAgreed] = useState(false)
  const [isNews, setNews] = useState(false)
  const { tos } = init
  const create = useRegister({ init, memory, onKeep }, password, isNews)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAgreed) create.mutate()
      }}
    >
      <StepHead title={t('termsTitle')} text={t('termsVersion', { title: tos.title, version: tos.version })} />
      <Document tos={tos} />
      <div>
        <Checkbox isSelected={isAgreed} onChange={setAgreed}>
          {t('termsAgree')}
        </Checkbox>
        <Checkbox isSelected={isNews} onChange={setNews}>
          {t('news')}
        </Checkbox>
      </div>
      {init.state === 'failed' && !create.error && <Notice tone="bad">{t('makingFailed')}</Notice>}
      {create.error && <Refusal error={create.error} onStep={(step) => onKeep({}, step)} />}
      <div className="flex gap-3">
        <Button size="lg" onPress={() => onKeep({}, 'business')}>
          {t('back')}
        </Button>
        <CreateButton isAgreed={isAgreed} isPending={create.isPending} />
      </div>
    </form>
  )
}

function CreateButton({ isAgreed, isPending }: { isAgreed: boolean; isPending: boolean }) {
  const t = useTranslations('signup')
  return (
    <Button type="submit" look="primary" size="lg" className="grow" isDisabled={!isAgreed} isPending={isPending}>
      {t('create')}
    </Button>
  )
}

function Document({ tos }: { tos: StepProps['init']['tos'] }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={tos.title}
      className="max-h-[42dvh] overflow-y-auto rounded-md border bg-surface p-4 text-sm leading-relaxed text-soft [&_h2]:mt-4 [&_h2]:mb-1 [&_h2]:font-semibold [&_h2]:text-ink [&_h3]:mt-3 [&_h3]:font-semibold [&_li]:ml-5 [&_li]:list-disc [&_p]:mb-2 [&>:first-child]:mt-0"
      // Our own text, from our own server, by version and hash.
      dangerouslySetInnerHTML={{ __html: tos.body_html }}
    />
  )
}

function useRegister({ init: { tos }, memory, onKeep }: StepProps, password: string, isNews: boolean) {
  return useMutation({
    mutationFn: () =>
      register({
        signup_token: memory.token,
        slug: memory.slug,
        password,
        country: memory.country,
        currency: memory.currency,
        time_zone: memory.time_zone,
        business: { type: memory.type },
        tos_id: tos.id,
        tos_sha256: tos.sha256,
        marketing_opt_in: isNews,
      }),
    onSuccess: () => onKeep({}, 'making'),
  })
}

/** Why the account could not be made, with the way back to the step that can mend it. */
function Refusal({ error, onStep }: { error: Error; onStep: (step: 'domain' | 'business') => void }) {
  const t = useTranslations('signup')
  const errorText = useErrorText()
  const fields = error instanceof ApiError ? error.fields : {}
  const isSlug = 'slug' in fields || (error instanceof ApiError && ['slug_taken', 'taken'].includes(error.code))
  const messages = Object.values(fields).flat()
  return (
    <Notice tone="bad">
      <p>{messages.length ? messages.join(' ') : errorText(error)}</p>
      {(isSlug || messages.length > 0) && (
        <Button size="sm" className="mt-3" onPress={() => onStep(isSlug ? 'domain' : 'business')}>
          {t('mend')}
        </Button>
      )}
    </Notice>
  )
}
