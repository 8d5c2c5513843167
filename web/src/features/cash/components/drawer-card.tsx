'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import { archiveDrawer, cashKey, joinShift, leaveShift, type CashDrawer, type CashShift } from '../api'
import { isLeftOpen } from '../model'

const DrawerDialog = late(() => import('./drawer-dialog').then((file) => file.DrawerDialog))
const OpenDialog = late(() => import('./open-dialog').then((file) => file.OpenDialog))
const MoveDialog = late(() => import('./move-dialog').then((file) => file.MoveDialog))
const CountDialog = late(() => import('./count-dialog').then((file) => file.CountDialog))
const PulseDialog = late(() => import('./pulse-dialog').then((file) => file.PulseDialog))
const ShiftDialog = late(() => import('./shift-dialog').then((file) => file.ShiftDialog))

type Opened = 'rename' | 'open' | 'pulse' | 'move' | 'count' | 'shift' | null

/** One drawer: closed, or open since when and by whom, and what to do with it. */
export function DrawerCard({ drawer, currency }: { drawer: CashDrawer; currency: string }) {
  const t = useTranslations('cash')
  const [opened, open] = useState<Opened>(null)
  const { shift } = drawer
  const close = () => open(null)
  return (
    <li className="flex flex-col gap-4 rounded-xl border bg-surface p-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h2 className="text-lg font-semibold">
            <bdi>{drawer.name}</bdi>
          </h2>
          {drawer.location && (
            <p className="text-sm text-soft">
              <bdi>{drawer.location}</bdi>
            </p>
          )}
        </div>
        <Badge tone={shift ? 'good' : 'neutral'}>{shift ? t('isOpen') : t('isClosed')}</Badge>
        <DrawerMenu drawer={drawer} onRename={() => open('rename')} />
      </div>
      {shift ? <Running shift={shift} onOpen={open} /> : <Closed onOpen={() => open('open')} />}
      {opened === 'rename' && <DrawerDialog drawer={drawer} onClose={close} />}
      {opened === 'open' && <OpenDialog drawer={drawer} currency={currency} onClose={close} />}
      {shift && opened === 'move' && <MoveDialog shift={shift} currency={currency} onClose={close} />}
      {shift && opened === 'pulse' && <PulseDialog shift={shift} onClose={close} />}
      {shift && opened === 'count' && <CountDialog shift={shift} currency={currency} onClose={close} />}
      {shift && opened === 'shift' && <ShiftDialog shift={shift.id} onClose={close} />}
    </li>
  )
}

function Closed({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('cash')
  return (
    <>
      <p className="grow text-soft">{t('closedText')}</p>
      <Button look="primary" className="self-start" onPress={onOpen}>
        {t('open')}
      </Button>
    </>
  )
}

function Running({ shift, onOpen }: { shift: CashShift; onOpen: (what: Opened) => void }) {
  const t = useTranslations('cash')
  const format = useFormat()
  const now = useNow()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const join = useDeed(() => joinShift(shift.id))
  const leave = useDeed(() => leaveShift(shift.id))
  return (
    <>
      <div className="grow space-y-1 text-soft">
        <p>{t('since', { when: format.instant(shift.opened_at, zone) })}</p>
        <p>{t('people', { names: format.list(shift.people.map(({ name }) => name)) })}</p>
      </div>
      {isLeftOpen(shift.opened_at, now) && <Notice tone="warn">{t('leftOpen')}</Notice>}
      <div className="flex flex-wrap gap-2">
        {shift.is_mine ? (
          <>
            <Button look="primary" onPress={() => onOpen('count')}>
              {t('count')}
            </Button>
            <Button onPress={() => onOpen('move')}>{t('move')}</Button>
            <Button onPress={() => onOpen('pulse')}>{t('pulse')}</Button>
            <Button isPending={leave.isPending} onPress={() => leave.mutate()}>
              {t('leave')}
            </Button>
          </>
        ) : (
          <Button look="primary" isPending={join.isPending} onPress={() => join.mutate()}>
            {t('join')}
          </Button>
        )}
        <Button look="quiet" onPress={() => onOpen('shift')}>
          {t('details')}
        </Button>
      </div>
    </>
  )
}

function DrawerMenu({ drawer, onRename }: { drawer: CashDrawer; onRename: () => void }) {
  const t = useTranslations('cash')
  const archive = useDeed(() => archiveDrawer(drawer))
  if (!useCan('setup.general')) return null
  const entries = [
    { id: 'rename', label: t('edit'), onAction: onRename },
    { id: 'archive', label: t('archive'), onAction: () => archive.mutate() },
  ]
  return (
    <Menu label={t('more', { name: drawer.name })} entries={entries}>
      <IconButton label={t('more', { name: drawer.name })} className="-my-2">
        <Ellipsis aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}

/** Something that is done with one press; a refusal is told where toasts are. */
function useDeed(act: () => Promise<unknown>) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: act,
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: cashKey }),
  })
}
