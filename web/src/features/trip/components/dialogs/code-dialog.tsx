'use client'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from '@/components/ui/switch'
import { Skeleton } from '@/components/ui/skeleton'
import { TextField } from '@/components/ui/field'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { codesQuery } from '../../api'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

/** A code typed or chosen among those that fit, with what each would save; another one takes its place. */
export function CodeDialog({ onClose }: DialogProps<'code'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const [code, setCode] = useState('')
  const [replace, setReplace] = useState(true)
  const has = trip.offerCodes
  const added = code.trim()
  return (
    <DeedDialog
      title={t('code')}
      label={t(has.length > 0 && replace ? 'codeReplace' : 'codeApply')}
      isDisabled={!added}
      onClose={onClose}
      shown={['code']}
      change={() => ({
        send: ({ version }) =>
          send(
            '/api/trip/{trip}/payments/offerCode/add',
            { trip: id },
            { code: added, replace: has.length > 0 && replace, version },
          ),
        done: t('done_codeApplied', { code: added.toUpperCase() }),
      })}
    >
      {(wrong) => (
        <>
          <Code value={code} onChange={setCode} error={wrong('code')} />
          {has.length > 0 && (
            <Switch isSelected={replace} onChange={setReplace}>
              {t('codeInstead', { code: has.map((one) => one.code).join(', ') })}
            </Switch>
          )}
          <Available value={added} onChange={setCode} />
        </>
      )}
    </DeedDialog>
  )
}

function Code({ value, onChange, error }: { value: string; onChange: (code: string) => void; error?: string }) {
  const t = useTranslations('trip')
  return (
    <TextField
      label={t('codeLabel')}
      value={value}
      onChange={(typed) => onChange(typed.toUpperCase())}
      error={error}
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      autoFocus
    />
  )
}

function Available({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const { data } = useQuery(codesQuery(trip.id ?? 0, trip.version))
  if (!data) return <Skeleton className="h-24" />
  const fresh = data.filter((one) => trip.offerCodes.every(({ code }) => code !== one.code))
  if (fresh.length === 0) return <p className="text-sm text-faint">{t('noCodes')}</p>
  return (
    <div role="group" aria-label={t('codesThatFit')} className="space-y-2">
      <p className="text-sm font-medium">{t('codesThatFit')}</p>
      {fresh.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-pressed={one.code === value}
          onClick={() => onChange(one.code)}
          className={cx(
            'flex min-h-11 w-full items-center gap-3 rounded-md border px-3 py-2 text-start hover:border-accent',
            one.code === value ? 'border-accent bg-accent-wash' : 'border-line-strong',
          )}
        >
          <Tag aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="min-w-0 grow">
            <span className="font-mono font-medium">{one.code}</span>
            {one.description && <span className="block text-sm text-soft">{one.description}</span>}
          </span>
          <span className="text-sm font-medium text-good tabular-nums">
            {format.money(-one.saving_amount, trip.currency)}
          </span>
        </button>
      ))}
    </div>
  )
}
