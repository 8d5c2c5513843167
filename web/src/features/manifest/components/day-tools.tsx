'use client'
import { Check, Ellipsis, Layers } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { Press } from '@/components/ui/press'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Departure } from '../model'
import { openPaper } from '../paper'
import type { View } from '../use-view'
import { groupings, sieveCounts, sieves } from '../view'

type Props = { date: string; departures: Departure[]; view: View; onCancel: (scope: Scope) => void }

/** What to look for on the day, how to group it, and what is done with the whole of it. */
export function DayTools({ date, departures, view, onCancel }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Sieves departures={departures} view={view} />
      <div className="ms-auto flex items-center gap-1">
        <GroupMenu view={view} />
        <MoreMenu {...{ date, departures, view, onCancel }} />
      </div>
    </div>
  )
}

function Sieves({ departures, view }: Pick<Props, 'departures' | 'view'>) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const counts = sieveCounts(departures)
  const shown = sieves.filter((sieve) => counts[sieve] > 0 || view.only.includes(sieve))
  if (shown.length === 0) return null
  return (
    <div role="group" aria-label={t('only')} className="flex flex-wrap gap-2">
      {shown.map((sieve) => {
        const isOn = view.only.includes(sieve)
        return (
          <Press
            key={sieve}
            aria-pressed={isOn}
            onPress={() => view.toggle(sieve)}
            className={cx(
              'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm select-none pointer-coarse:min-h-11',
              isOn ? 'border-accent bg-accent-wash text-accent' : 'bg-surface text-soft hover:border-line-strong',
            )}
          >
            {isOn && <Check aria-hidden className="size-4" />}
            {t(`only_${sieve}`)}
            <span className="font-semibold tabular-nums">{format.number(counts[sieve])}</span>
          </Press>
        )
      })}
    </div>
  )
}

function GroupMenu({ view }: { view: View }) {
  const t = useTranslations('manifest')
  const entries = groupings.map((by) => ({
    id: by,
    label: t(`by_${by}`),
    isChosen: view.by === by,
    onAction: () => view.group(by),
  }))
  return (
    <Menu label={t('groupBy')} entries={entries}>
      <Button size="sm" aria-label={t('groupedBy', { by: t(`by_${view.by}`) })}>
        <Layers aria-hidden className="size-4" />
        {t(`by_${view.by}`)}
      </Button>
    </Menu>
  )
}

/** Paper, what is cancelled, and calling the day off. */
function MoreMenu({ date, departures, view, onCancel }: Props) {
  const t = useTranslations('manifest')
  const mayCancel = useCan('timeslot.cancel')
  const isAnyOn = departures.some((one) => one.status !== 'cancelled')
  const ending = {
    id: 'cancel',
    label: t('cancelDay'),
    isAfterLine: true,
    onAction: () => onCancel({ kind: 'day', date }),
  }
  const entries: MenuEntry[] = [
    {
      id: 'print',
      label: t('printDay'),
      onAction: () => openPaper({ date }),
    },
    {
      id: 'cancelled',
      label: view.isCancelledShown ? t('hideCancelled') : t('showCancelled'),
      onAction: () => view.setCancelledShown(!view.isCancelledShown),
    },
    ...(mayCancel && isAnyOn ? [ending] : []),
  ]
  return (
    <Menu label={t('moreOfDay')} entries={entries}>
      <IconButton label={t('moreOfDay')}>
        <Ellipsis aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}
