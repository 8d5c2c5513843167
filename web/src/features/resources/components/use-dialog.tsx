'use client'
import { useMutation } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ResourceUse, TimelineRow } from '@/api/models'
import { useRenewBlackouts } from '@/components/blackouts/api'
import { isNear } from '@/components/blackouts/model'
import { DAY, instantAt, localMinutes, minutesOf, timeOf } from '@/components/schedule/axis'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { TimeField } from '@/components/ui/time-field'
import { dayIn } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { takeOff } from '../api'
import { useMove } from '../use-move'
import { ForceDialog } from './force-dialog'
import { UseFacts } from './use-facts'

type Props = { use: ResourceUse; rows: TimelineRow[]; zone: string; onClose: () => void }

/** One use: whom it serves, moved to another resource or time by hand, or taken off. */
export function UseDialog({ use, rows, zone, onClose }: Props) {
  const t = useTranslations('resources')
  const common = useTranslations('common')
  const move = useMove(onClose)
  const [aim, setAim] = useState(() => aimOf(use, zone))
  const given = spanOf(aim, zone)
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      {!use.is_held && (
        <Button
          look="primary"
          isDisabled={!given}
          isPending={move.isPending}
          onPress={() => given && move.start(use, { ...given, resource_id: aim.resource })}
        >
          {t('move')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog title={use.experience.name} isOpen onClose={onClose} footer={footer} isDismissable={!move.isPending}>
      <div className="space-y-5">
        <UseFacts use={use} zone={zone} />
        {use.is_held ? (
          <Notice tone="info">{t('heldText')}</Notice>
        ) : (
          <>
            <AimFields {...{ aim, rows, zone }} onChange={setAim} isWrong={!given} />
            <TakeOff use={use} onClose={onClose} />
          </>
        )}
      </div>
      {move.refused && (
        <ForceDialog {...move.refused} onForce={move.force} onClose={move.leave} isPending={move.isPending} />
      )}
    </Dialog>
  )
}

type AimForm = { resource: number; day: string | null; from: string | null; until: string | null }

function aimOf(use: ResourceUse, zone: string): AimForm {
  const day = dayIn(zone, new Date(use.start_at))
  const at = (instant: string) => timeOf(localMinutes(instant, zone, day))
  return { resource: use.resource_id, day, from: at(use.start_at), until: at(use.end_at) }
}

/** The instants that were typed; an end before the begin is on the day after. */
function spanOf({ day, from, until }: AimForm, zone: string) {
  if (!day || !isNear(day) || !from || !until || from === until) return null
  const begin = minutesOf(from)
  const end = minutesOf(until) + (until < from ? DAY : 0)
  return { start_at: instantAt(begin, zone, day), end_at: instantAt(end, zone, day) }
}

type AimProps = {
  aim: AimForm
  rows: TimelineRow[]
  zone: string
  isWrong: boolean
  onChange: (aim: AimForm) => void
}

function AimFields({ aim, rows, zone, isWrong, onChange }: AimProps) {
  const t = useTranslations('resources')
  const here = rows.find((row) => row.id === aim.resource)
  const others = rows.filter((row) => row.group_id === here?.group_id)
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-semibold">{t('moveTo')}</legend>
      <Select
        label={t('resource')}
        options={others.map((row) => ({ id: row.id, name: row.name, note: t('capacityOf', { count: row.capacity }) }))}
        value={aim.resource}
        onChange={(resource) => onChange({ ...aim, resource })}
      />
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <DateField label={t('day')} value={aim.day} today={dayIn(zone)} onChange={(day) => onChange({ ...aim, day })} />
        <TimeField label={t('from')} value={aim.from} onChange={(from) => onChange({ ...aim, from })} />
        <TimeField
          label={t('until')}
          value={aim.until}
          onChange={(until) => onChange({ ...aim, until })}
          error={isWrong ? t('timesMissing') : undefined}
        />
      </div>
    </fieldset>
  )
}

function TakeOff({ use, onClose }: Pick<Props, 'use' | 'onClose'>) {
  const t = useTranslations('resources')
  const errorText = useErrorText()
  const renew = useRenewBlackouts()
  const remove = useMutation({
    mutationFn: () => takeOff(use.resource_id, [use.id]),
    onSuccess: () => {
      toast.success(t('takenOff'))
      onClose()
      return renew()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="danger" size="sm" isPending={remove.isPending} onPress={() => remove.mutate()}>
        <Unlink aria-hidden className="size-4" />
        {t('takeOff')}
      </Button>
      <span className="text-sm text-soft">{t('takeOffHint')}</span>
    </div>
  )
}
