'use client'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { useErrorText } from '@/components/ui/states'
import { checkPage } from '../api'

type Answer = Awaited<ReturnType<typeof checkPage>>

const reasons = [
  'bad_address', 'not_found', 'refused_address', 'no_answer', 'not_secure', 'too_large', 'no_page', 'too_many_redirects',
] as const // prettier-ignore

const marks = {
  installed: { Icon: CircleCheck, color: 'text-good' },
  perhaps: { Icon: CircleHelp, color: 'text-warn' },
  missing: { Icon: CircleAlert, color: 'text-warn' },
  broken: { Icon: CircleAlert, color: 'text-bad' },
  unreachable: { Icon: CircleAlert, color: 'text-bad' },
}

function Verdict({ answer }: { answer: Answer }) {
  const t = useTranslations('embed')
  const { Icon, color } = marks[answer.verdict]
  const reason = reasons.find((one) => one === answer.reason)
  return (
    <div className="flex gap-3 rounded-md bg-sunken p-4">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{t(`verdict_${answer.verdict}`)}</p>
        <p className="truncate text-sm text-faint">{answer.url}</p>
        {reason && <p className="text-sm text-soft text-pretty">{t(`reason_${reason}`)}</p>}
        <ul className="space-y-1 text-sm text-soft text-pretty">
          {answer.findings.map((finding) => (
            <li key={finding}>{t(`finding_${finding}`)}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Looks at a page of the operator's site from our server and says what stands there, and what is in the way. */
export function SiteCheck() {
  const t = useTranslations('embed')
  const errorText = useErrorText()
  const [url, setUrl] = useState('')
  const check = useMutation({ mutationFn: checkPage })
  return (
    <form
      className="mt-4 space-y-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate(url)
      }}
    >
      <TextField
        label={t('checkLabel')}
        hint={t('checkHint')}
        value={url}
        onChange={setUrl}
        inputMode="url"
        autoComplete="url"
        placeholder="www.example.com/book"
        maxLength={2000}
        isRequired
        error={check.error ? errorText(check.error) : undefined}
      />
      <Button type="submit" isPending={check.isPending}>
        {t('check')}
      </Button>
      <div role="status">{check.data && !check.isPending && <Verdict answer={check.data} />}</div>
    </form>
  )
}
