'use client'
import { Check, Ellipsis, Layers, ScanQrCode } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { Button, IconButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { cx } from '@/components/ui/cx'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { Press } from '@/components/ui/press'
import { AppLink } from '@/lib/app-link'
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
    <div className="flex items-center gap-2 sm:flex-wrap print:hidden">
      <Sieves departures={departures} view={view} />
      <div className="ms-auto flex shrink-0 items-center gap-1">
        <ScanLink />
        <GroupMenu view={view} />
        <MoreMenu {...{ date, departures, view, onCancel }} />
      </div>
    </div>
  )
}

/** On a phone one line that is pushed along and fades where it goes on; else as many as it takes. */
const rowClass =
  'flex min-w-0 gap-2 max-sm:-m-1 max-sm:grow max-sm:overflow-x-auto max-sm:p-1 max-sm:pe-6 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] max-sm:[scrollbar-width:none] sm:flex-wrap'

function Sieves({ departures, view }: Pick<Props, 'departures' | 'view'>) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const counts = sieveCounts(departures)
  const shown = sieves.filter((sieve) => counts[sieve] > 0 || view.only.includes(sieve))
  if (shown.length === 0) return null
  return (
    <div role="group" aria-label={t('only')} className={rowClass}>
      {shown.map((sieve) => {
        const isOn = view.only.includes(sieve)
        return (
          <Press
            key={sieve}
            aria-pressed={isOn}
            onPress={() => view.toggle(sieve)}
            className={cx(
              'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap select-none pointer-coarse:min-h-11',
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

/** The way to the camera, for whoever may check in. */
function ScanLink() {
  const t = useTranslations('manifest')
  if (!useCan('booking.check_in')) return null
  return (
    <AppLink to="scanner" params={{}} aria-label={t('scan')} className={buttonClass('secondary', 'sm')}>
      <ScanQrCode aria-hidden className="size-4" />
      <span className="max-sm:hidden">{t('scan')}</span>
    </AppLink>
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
        <span className="max-sm:hidden">{t(`by_${view.by}`)}</span>
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
