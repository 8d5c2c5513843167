'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { DomainCheck } from '@/api/models'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { useErrorText } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { domainQuery } from '../api'
import type { StepProps } from './types'
import { StepHead } from './step-head'

/** The operator's own address, checked while it is typed. */
export function DomainStep({ init, memory, onKeep }: StepProps) {
  const t = useTranslations('signup')
  const slug = memory.slug
  const { result, isBusy, error, shown } = useCheck(memory.token, slug)
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (result?.available) onKeep({ slug: result.normalized }, 'business')
      }}
    >
      <StepHead title={t('domainTitle')} text={t('domainText')} />
      <TextField
        label={t('domain')}
        value={slug}
        onChange={(next) => onKeep({ slug: next })}
        after={`.${init.base_domain}`}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
      <div className="-mt-2 min-h-16 space-y-3" aria-live="polite">
        <Verdict result={result} isBusy={isBusy} error={error} shown={`${shown}.${init.base_domain}`} />
        {!!result?.suggestions.length && (
          <Suggestions slugs={result.suggestions} onChoose={(next) => onKeep({ slug: next })} />
        )}
      </div>
      <Button type="submit" look="primary" size="lg" isDisabled={!result?.available}>
        {t('next')}
      </Button>
    </form>
  )
}

/** The server's word on what is typed, once the typing rests. */
function useCheck(token: string, slug: string) {
  const wanted = slug.trim().toLowerCase()
  const typed = useDebounced(wanted, 350)
  const { data, error, isFetching } = useQuery(domainQuery(token, typed))
  const result = typed === wanted ? data : undefined
  const isBusy = wanted !== '' && (typed !== wanted || isFetching)
  return { result, isBusy, error, shown: result?.normalized || wanted || '…' }
}

function Suggestions({ slugs, onChoose }: { slugs: string[]; onChoose: (slug: string) => void }) {
  const t = useTranslations('signup')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-faint">{t('domainTry')}</span>
      {slugs.map((suggestion) => (
        <Button key={suggestion} size="sm" onPress={() => onChoose(suggestion)}>
          {suggestion}
        </Button>
      ))}
    </div>
  )
}

type VerdictProps = { result?: DomainCheck; isBusy: boolean; error: Error | null; shown: string }

function Verdict({ result, isBusy, error, shown }: VerdictProps) {
  const t = useTranslations('signup')
  const errorText = useErrorText()
  const line = 'flex items-start gap-2 text-sm'
  const icon = 'mt-0.5 size-4 shrink-0'
  if (error && !isBusy) return <p className="text-sm text-bad">{errorText(error)}</p>
  if (!result) {
    return isBusy ? (
      <p className={`${line} text-faint`}>
        <LoaderCircle aria-hidden className={`${icon} animate-spin`} />
        {t('domainChecking')}
      </p>
    ) : null
  }
  if (result.available) {
    return (
      <p className={`${line} text-good`}>
        <CircleCheck aria-hidden className={icon} />
        <span>{t.rich('domainFree', { address: () => <strong className="break-all">{shown}</strong> })}</span>
      </p>
    )
  }
  return (
    <p className={`${line} text-bad`}>
      <CircleX aria-hidden className={icon} />
      {t(`domain_${result.reason ?? 'taken'}`)}
    </p>
  )
}
