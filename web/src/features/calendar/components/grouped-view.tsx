'use client'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MoveMenu } from '@/components/schedule/move-menu'
import { useCarry, type Drop } from '@/components/schedule/use-carry'
import { afterPaint } from '@/lib/after-paint'
import { isolate } from '@/lib/isolate'
import { useCan } from '@/lib/session'
import { useHotkeys } from '@/lib/use-hotkeys'
import type { By } from '../address'
import { groupsOf, idOf, keyOf, type Group } from '../groups'
import type { Departure } from '../model'
import { canMove, moveOf, resourceTargets } from '../moving'
import type { Calendar } from '../use-calendar'
import type { Moving } from '../use-move'
import type { Words } from '../words'
import { GroupDay } from './group-day'
import { GroupWeek } from './group-week'

type Props = { calendar: Calendar; words: Words; by: By; onMove: (moving: Moving) => void }
type Asked = { departure: Departure; row: string; at: HTMLElement }

/** A day or week by guide, resource or experience; by guide and resource what is drawn can be moved. */
export function GroupedView({ calendar, words, by, onMove }: Props) {
  const t = useTranslations('calendar')
  const { data, shown, view } = calendar
  const none = t(by === 'resource' ? 'noResource' : 'noGuide')
  const mayMove = useMayMove(by)
  const wanted = calendar.asked.filters[by]
  const groups = useMemo(() => {
    const all = data ? groupsOf(data, shown, by, none, wanted) : []
    // Where nothing waits for anybody, the row is a place to drop things only.
    return mayMove ? all : all.filter((group) => group.id !== null || group.items.length > 0)
  }, [data, shown, by, none, wanted, mayMove])
  const move = useDrops({ by, onMove, words })
  const { box, grip } = useCarry<Departure>({ isOff: !mayMove, onDrop: move })
  const [asked, setAsked] = useState<Asked | null>(null)
  useMoveKey(mayMove, shown, setAsked)
  const View = view === 'day' ? GroupDay : GroupWeek
  if (shown.length === 0 && by === 'experience') return <p className="py-16 text-center text-soft">{t('empty')}</p>
  return (
    <>
      <View calendar={calendar} words={words} groups={groups} label={t(`grid_${by}`)} box={box} grip={grip} />
      {asked && (
        <MoveMenu
          label={t('moveTo', { what: asked.departure.tour.name, time: words.time(asked.departure) })}
          at={asked.at}
          targets={targetsOf(calendar, groups, asked)}
          onMove={(to) => {
            move(asked.departure, { from: asked.row, to })
            followTo(asked.departure.slot.id, to)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

export function useMayMove(by: By | 'none'): boolean {
  const guides = useCan('guide.assign')
  const resources = useCan('resource.manage')
  return by === 'guide' ? guides : by === 'resource' && resources
}

function useDrops({ by, onMove, words }: Pick<Props, 'by' | 'onMove' | 'words'>) {
  return (departure: Departure, { from, to }: Pick<Drop, 'from' | 'to'>) => {
    const [old, next] = [idOf(from), idOf(to)]
    if (by === 'experience' || !canMove(by, departure.slot, old, next)) return
    onMove({
      move: moveOf(by, departure.slot, old, next),
      who: `${isolate(departure.tour.name)}, ${words.time(departure)}`,
    })
  }
}

/** `v` opens the list of places for the departure that has the focus. */
function useMoveKey(mayMove: boolean, shown: readonly Departure[], onAsk: (asked: Asked) => void) {
  const t = useTranslations('calendar')
  const ask = () => {
    const at = document.activeElement?.closest<HTMLElement>('[data-departure]')
    const departure = shown.find((one) => String(one.slot.id) === at?.dataset.departure)
    if (at?.dataset.row && departure) onAsk({ departure, row: at.dataset.row, at })
  }
  useHotkeys(mayMove ? [{ keys: 'v', label: t('keyMove'), action: ask }] : [])
}

function targetsOf({ data }: Calendar, groups: Group[], { departure, row }: Asked) {
  const from = idOf(row)
  const by = groups[0]?.by
  if (!data || !by || by === 'experience') return []
  const allowed = by === 'resource' ? resourceTargets(data, departure, from).map((one) => one.id) : null
  return groups
    .filter(({ id }) => id === from || canMove(by, departure.slot, from, id))
    .filter(({ id }) => id === null || id === from || allowed === null || allowed.includes(id))
    .map(({ key, name }) => ({ key, name, isHere: key === keyOf(by, from) }))
}

/** The row that the focus stood in has lost it: it goes on with the departure. */
function followTo(id: number, row: string) {
  const look = () => document.querySelector<HTMLElement>(`[data-departure="${id}"][data-row="${row}"]`)?.focus()
  afterPaint(() => setTimeout(look, 50))
}
