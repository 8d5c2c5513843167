'use client'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NamedBlackout } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { blackoutRights, entriesOf, kindOf, type Entry } from './model'
import { useSpanWords } from './use-words'

const ChangeBlackoutDialog = late(() => import('./blackout-dialog').then((file) => file.ChangeBlackoutDialog))
const DeleteBlackoutDialog = late(() => import('./delete-dialog').then((file) => file.DeleteBlackoutDialog))

type Picked = { row: NamedBlackout; count: number; isGoing?: boolean }

/** Opens one blackout to be changed, and from there deleted; `count` is how many its series has. */
export function useBlackoutDialogs() {
  const [open, setOpen] = useState<Picked | null>(null)
  const close = () => setOpen(null)
  const dialog = open && (
    <>
      {open.isGoing ? (
        <DeleteBlackoutDialog blackout={open.row} count={open.count} onClose={close} />
      ) : (
        <ChangeBlackoutDialog
          blackout={open.row}
          count={open.count}
          onDelete={() => setOpen({ ...open, isGoing: true })}
          onClose={close}
        />
      )}
    </>
  )
  return { openBlackout: (row: NamedBlackout, count: number) => setOpen({ row, count }), dialog }
}

type Props = { rows: NamedBlackout[]; isNamed?: boolean }

/** Blackouts by their next time; a series stands there once and unfolds. Pressing one opens it. */
export function BlackoutList({ rows, isNamed }: Props) {
  const { openBlackout, dialog } = useBlackoutDialogs()
  return (
    <>
      <ul className="-mx-2 divide-y">
        {entriesOf(rows).map((entry) => (
          <EntryItem key={entry.key} entry={entry} isNamed={isNamed} onOpen={openBlackout} />
        ))}
      </ul>
      {dialog}
    </>
  )
}

type ItemProps = { entry: Entry; isNamed?: boolean; onOpen: (row: NamedBlackout, count: number) => void }

function EntryItem({ entry, isNamed, onOpen }: ItemProps) {
  const t = useTranslations('blackouts')
  const [isUnfolded, setUnfolded] = useState(false)
  const { first, rows } = entry
  return (
    <li>
      <div className="flex items-center gap-1">
        <Line row={first} count={rows.length} isNamed={isNamed} onOpen={onOpen} />
        {rows.length === 1 && isNamed && <span className="size-10 shrink-0 pointer-coarse:size-11" />}
        {rows.length > 1 && (
          <IconButton
            label={t('unfold', { count: rows.length })}
            aria-expanded={isUnfolded}
            onPress={() => setUnfolded(!isUnfolded)}
          >
            <ChevronDown aria-hidden className={cx('size-4 transition-transform', isUnfolded && 'rotate-180')} />
          </IconButton>
        )}
      </div>
      {isUnfolded && (
        <ul className="mb-2 ms-4 border-s ps-2">
          {rows.map((row) => (
            <li key={row.id}>
              <Line row={row} count={rows.length} isPart onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type LineProps = Omit<ItemProps, 'entry'> & { row: NamedBlackout; count: number; isPart?: boolean }

function Line({ row, count, isNamed, isPart, onOpen }: LineProps) {
  const t = useTranslations('blackouts')
  const words = useSpanWords()
  const mayChange = useCan(blackoutRights[kindOf(row)])
  return (
    <button
      type="button"
      disabled={!mayChange}
      onClick={() => onOpen(row, count)}
      className="grid min-h-11 w-full min-w-0 grow gap-x-4 gap-y-0.5 rounded-md px-2 py-2 text-start enabled:hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      {isNamed && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{row.name}</span>
          <Badge>{row.group_name ?? t(`kind_${kindOf(row)}`)}</Badge>
        </span>
      )}
      <span className={cx('min-w-0', !isNamed && 'sm:col-span-2')}>
        <span className="tabular-nums">{words(row)}</span>
        {count > 1 && !isPart && <span className="ms-2 text-sm text-soft">{t('andMore', { count: count - 1 })}</span>}
        {row.reason && !isPart && <span className="block truncate text-sm text-soft">{row.reason}</span>}
      </span>
    </button>
  )
}
