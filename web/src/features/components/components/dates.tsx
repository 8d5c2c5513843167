'use client'
import { CalendarDays } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { DayPopover } from '@/components/ui/day-popover'
import { DateRangeField, type DateRange } from '@/components/ui/date-range-field'
import { TimeField } from '@/components/ui/time-field'
import { Live, Specimen, State } from './specimen'
import { useStates } from './use-states'

const today = '2026-05-14'
const range = { start: '2026-05-14', end: '2026-05-20' }

export function DateSpecimens() {
  const states = useStates()
  return (
    <>
      <Specimen name="DateField" file="ui/date-field.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<string | null> start={is === 'hint' ? null : today}>
              {(value, set) => <DateField today={today} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <Specimen name="DateRangeField" file="ui/date-range-field.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<DateRange | null> start={is === 'hint' ? null : range}>
              {(value, set) => <DateRangeField today={today} value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <Specimen name="TimeField" file="ui/time-field.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<string | null> start={is === 'hint' ? null : '09:30'}>
              {(value, set) => <TimeField value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <DayPopovers />
    </>
  )
}

function DayPopovers() {
  const { label } = useStates()
  return (
    <Specimen name="DayPopover" file="ui/day-popover.tsx">
      <State is="default">
        <Live start={today}>
          {(value, set) => (
            <DayPopover label={label} today={today} value={value} onChange={set}>
              <Button>
                <CalendarDays aria-hidden className="size-4" />
                {value}
              </Button>
            </DayPopover>
          )}
        </Live>
      </State>
    </Specimen>
  )
}
