'use client'
import { late } from '@/lib/late'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { SignupInit } from '@/api/models'
import { ProgressSteps } from '@/components/ui/progress-steps'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { signupQuery } from '../api'
import { recall, remember, stepOf, steps, type Memory, type Step } from '../memory'
import { AccountStep } from './account-step'
import { SignupFrame } from './signup-frame'
import type { StepProps } from './types'

const BusinessStep = late(
  () => import('./business-step').then((file) => file.BusinessStep),
  <Skeleton className="h-80" />,
)
const CodeStep = late(() => import('./code-step').then((file) => file.CodeStep), <Skeleton className="h-80" />)
const DomainStep = late(() => import('./domain-step').then((file) => file.DomainStep), <Skeleton className="h-80" />)
const MakingStep = late(() => import('./making-step').then((file) => file.MakingStep), <Skeleton className="h-80" />)
const TermsStep = late(() => import('./terms-step').then((file) => file.TermsStep), <Skeleton className="h-80" />)

/** From an e-mail address to an operator of one's own, one question at a time. */
export function SignupScreen() {
  const t = useTranslations('signup')
  useQueryParam('any') // waits for the browser: what it remembers is not known while exporting
  const [memory, setMemory] = useState(recall)
  const { data: init, error, refetch } = useQuery(signupQuery(memory.token, useLocale()))
  useTitle(t('title'))
  if (error && !init) return <ErrorState error={error} onRetry={refetch} />
  return (
    <SignupFrame>
      {init ? <Steps init={init} memory={memory} setMemory={setMemory} /> : <Skeleton className="h-80" />}
    </SignupFrame>
  )
}

type Props = { init: SignupInit; memory: Memory; setMemory: (memory: Memory) => void }

function Steps({ init, memory, setMemory }: Props) {
  const t = useTranslations('signup')
  const queries = useQueryClient()
  const locale = useLocale()
  const [wanted, setWanted] = useState<Step>(memory.token ? 'terms' : 'account')
  const [password, setPassword] = useState('')
  const step = stepOf(init.state, memory.slug || wanted !== 'terms' ? wanted : 'domain', password !== '')
  const heading = useFocusOnChange(step)

  const onKeep: StepProps['onKeep'] = (change, next) => {
    const kept = { ...memory, ...change }
    remember(kept)
    setMemory(kept)
    if (!next) return
    setWanted(next)
    void queries.invalidateQueries({ queryKey: signupQuery(kept.token, locale).queryKey })
  }
  const props = { init, memory, onKeep }
  const position = steps.indexOf(step) + 1
  return (
    <div ref={heading} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {position > 0 && (
        <ProgressSteps
          count={steps.length}
          current={position}
          label={t('stepOf', { step: position, count: steps.length })}
        />
      )}
      {step === 'account' && <AccountStep {...props} />}
      {step === 'code' && <CodeStep {...props} />}
      {step === 'domain' && <DomainStep {...props} />}
      {step === 'business' && <BusinessStep {...props} password={password} onPassword={setPassword} />}
      {step === 'terms' && <TermsStep {...props} password={password} />}
      {step === 'making' && <MakingStep {...props} />}
    </div>
  )
}

/** After a step the focus goes to the top of the next one, for keyboards and screen readers. */
function useFocusOnChange(step: Step) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo(0, 0)
    // A step whose first field takes the focus by itself keeps it.
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus()
  }, [step])
  return ref
}
