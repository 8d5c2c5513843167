'use client'
import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { BlackedOut, NamedBlackout } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { Button } from '@/components/ui/button'
import { dayIn } from '@/lib/dates'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { addBlackouts, atFields, changeBlackout, useRenewBlackouts } from './api'
import { Again, ReasonField, SeriesChoice, Targets, Times } from './blackout-fields'
import {
  bodyOf,
  changeOf,
  formOf,
  kindOf,
  newForm,
  ownerOf,
  spanOf,
  type BlackoutForm,
  type BlackoutKind,
} from './model'
import { ChangePlanPanel, PlanPanel } from './plan-panel'
import { useZone } from './use-words'

type NewProps = {
  kind: BlackoutKind
  /** Chosen already; `isFixed` leaves no choice. */
  ids?: number[]
  isFixed?: boolean
  /** Where one pointed: a day, and hours of it. */
  day?: string
  at?: { from: string; until: string }
  onClose: () => void
}

const shown = ['ids', 'days', 'from', 'until', 'last', 'reason']

const schemaFor = (zone: string, orderText: string) =>
  z
    .looseObject({
      ids: z.array(z.number()).check(z.minLength(1, 'required')),
      days: z.nullable(z.object({ start: z.string(), end: z.string() })),
      reason: rules.trimmed(500),
    })
    .check(
      z.refine((form) => spanOf(form as unknown as BlackoutForm, zone) !== null, { error: orderText, path: ['days'] }),
    )

/** Several at once are to take nothing new for a while: with what is on then before it is saved. */
export function NewBlackoutDialog({ kind, ids = [], isFixed, day, at, onClose }: NewProps) {
  const t = useTranslations('blackouts')
  const zone = useZone()
  const done = useDone(onClose)
  return (
    <FormDialog<BlackoutForm, BlackedOut>
      title={t(`new_${kind}`)}
      size="lg"
      values={newForm(ids, day ?? dayIn(zone), at)}
      schema={schemaFor(zone, t('order'))}
      shown={shown}
      save={(form) => atFields(addBlackouts(kind, form.ids, required(bodyOf(form, zone))))}
      onSaved={done}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">{t(`what_${kind}`)}</p>
      {!isFixed && <Targets kind={kind} />}
      <Times />
      <Again />
      <ReasonField />
      <PlanPanel kind={kind} />
    </FormDialog>
  )
}

type ChangeProps = {
  blackout: NamedBlackout
  /** How many of its series are to come, itself among them. */
  count: number
  onDelete: () => void
  onClose: () => void
}

/** Another time or reason for a blackout, or for what is to come of its series. */
export function ChangeBlackoutDialog({ blackout, count, onDelete, onClose }: ChangeProps) {
  const t = useTranslations('blackouts')
  const common = useTranslations('common')
  const zone = useZone()
  const done = useDone(onClose)
  const kind = kindOf(blackout)
  return (
    <FormDialog<BlackoutForm, BlackedOut>
      title={t('changeOf', { name: blackout.name })}
      size="lg"
      values={formOf(blackout, ownerOf(blackout), zone)}
      schema={schemaFor(zone, t('order'))}
      shown={shown}
      save={(form) => atFields(changeBlackout(kind, blackout.id, required(changeOf(form, zone))))}
      onSaved={done}
      onClose={onClose}
    >
      <Times />
      {count > 1 && <SeriesChoice count={count} />}
      <ReasonField />
      <ChangePlanPanel kind={kind} id={blackout.id} />
      <Button look="danger" onPress={onDelete}>
        <Trash2 aria-hidden className="size-4" />
        {common('delete')}
      </Button>
    </FormDialog>
  )
}

function required<T>(body: T | null): T {
  if (body === null) throw new Error('The form was let through without its times.')
  return body
}

function useDone(onClose: () => void) {
  const t = useTranslations('blackouts')
  const renew = useRenewBlackouts()
  return (answer: BlackedOut) => {
    const count = answer.conflicts.length
    toast.success(t('saved', { count: answer.created.length }), count ? { description: t('stayed', { count }) } : {})
    void renew()
    onClose()
  }
}
