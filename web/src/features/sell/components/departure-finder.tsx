'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import type { Choice, Next } from '../departures'
import type { Method } from '../model'
import { useDepartures } from '../use-departures'
import { ChoiceRow } from './choice-row'
import { DayStrip } from './day-strip'
import { DepartedSwitch } from './departed-switch'
import { FindInput } from './find-input'

type Props = {
  day: string
  method: Method
  onDay: (day: string) => void
  onChoose: (choice: Choice) => void
  /** What it is already on the trip, so that the list shows it. */
  chosen?: number
  autoFocus?: boolean
}

/** One field for day, experience and time: type, walk with the arrows, Enter. */
export function DepartureFinder({ day, method, onDay, onChoose, chosen, autoFocus }: Props) {
  const t = useTranslations('sell')
  const list = useId()
  const finder = useDepartures({ day, method, onDay, onChoose })
  const { found, active, departed } = finder
  return (
    <div data-part="find" className="space-y-3">
      <DayStrip day={day} today={finder.today} min={finder.firstDay} onChange={onDay} />
      <FindInput
        label={t('find')}
        isLabelHidden
        placeholder={t('findHint')}
        value={finder.typed}
        onChange={finder.setTyped}
        onKeyDown={finder.onKeyDown}
        autoFocus={autoFocus}
        list={list}
        isOpen={!!found?.length}
        active={found?.[active] && `${list}-${active}`}
      />
      {finder.error && !found && <ErrorState error={finder.error} onRetry={() => void finder.refetch()} />}
      {!found && !finder.error && <Waiting />}
      {!!found?.length && <Found {...{ list, found, active, chosen, onChoose }} />}
      {found?.length === 0 && <Nowhere next={finder.next} hasDeparted={departed.count > 0} onDay={onDay} />}
      <DepartedSwitch {...departed} />
      <p className="text-xs text-faint pointer-coarse:hidden">{t('findKeys')}</p>
    </div>
  )
}

type FoundProps = Pick<Props, 'onChoose' | 'chosen'> & { list: string; found: Choice[]; active: number }

function Found({ list, found, active, chosen, onChoose }: FoundProps) {
  const t = useTranslations('sell')
  return (
    <div id={list} role="listbox" aria-label={t('departures')} className="max-h-[22rem] space-y-0.5 overflow-y-auto">
      {found.map((choice, place) => (
        <ChoiceRow
          key={choice.slot.id}
          id={`${list}-${place}`}
          choice={choice}
          isActive={place === active}
          isChosen={choice.slot.id === chosen}
          onChoose={() => onChoose(choice)}
        />
      ))}
    </div>
  )
}

/** Nothing of it on this day; where it is, if that is soon. */
function Nowhere({ next, hasDeparted, onDay }: { next: Next | null; hasDeparted: boolean; onDay: Props['onDay'] }) {
  const t = useTranslations('sell')
  const format = useFormat()
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-3 py-6 text-center text-soft">
      <p>{t(hasDeparted ? 'allDeparted' : 'noDepartures')}</p>
      {next && (
        <Button size="sm" onPress={() => onDay(next.day)}>
          {t('nextOn', { what: next.name, day: format.day(next.day, 'short'), time: format.time(next.time) })}
        </Button>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div aria-hidden className="space-y-1.5">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  )
}
