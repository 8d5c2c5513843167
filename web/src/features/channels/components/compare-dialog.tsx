'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Reconciliation } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { DateRangeField, type DateRange } from '@/components/ui/date-range-field'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { compare, comparisonsQuery } from '../api'
import { statementOf } from '../model'

type Values = { days: DateRange | null; rows: string }
type Props = { connectionId: number; canAsk: boolean; onClose: () => void }

const days = z.nullable(z.looseObject({})).check(z.refine((value) => value !== null, 'required'))
const asked = z.looseObject({ days })
const told = z.looseObject({ days, rows: z.string().check(z.trim(), z.minLength(1, 'required')) })

/** Which days to compare; a channel that cannot be asked for its bookings gives a statement. */
export function CompareDialog({ connectionId, canAsk, onClose }: Props) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, Reconciliation>
      title={t('compare')}
      size="lg"
      values={{ days: null, rows: '' }}
      schema={canAsk ? asked : told}
      shown={['days', 'rows']}
      save={({ days, rows }) =>
        compare(connectionId, {
          since: days!.start,
          until: days!.end,
          rows: rows.trim() ? statementOf(rows) : null,
        })
      }
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: comparisonsQuery(connectionId).queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <Days />
      <FormText
        name="rows"
        label={t('statement')}
        hint={t(canAsk ? 'statementAsked' : 'statementHint')}
        rows={8}
        spellCheck={false}
      />
    </FormDialog>
  )
}

function Days() {
  const t = useTranslations('channels')
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const { value, onChange, error } = useField<DateRange | null>('days')
  return <DateRangeField label={t('bookedOn')} value={value} onChange={onChange} error={error} today={dayIn(zone)} />
}
