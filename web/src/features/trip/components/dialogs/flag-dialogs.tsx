'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useCan } from '@/lib/session'
import { teamQuery } from '../../api'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import { useTripOptions } from '../../use-trip-options'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason } from './parts'

/** Flag a trip for somebody to look at. */
export function FlagDialog({ onClose }: DialogProps<'flag'>) {
  const t = useTranslations('trip')
  const { id } = useTrip()
  const [flag, setFlag] = useState<FlagDraft>({ comment: '', reason: null, assignee: 0 })
  const comment = flag.comment.trim()
  const body = { comment, reason_id: flag.reason, assignee_avatar_id: flag.assignee || null }
  return (
    <DeedDialog
      title={t('setFlag')}
      label={t('setFlag')}
      isDisabled={!comment}
      onClose={onClose}
      shown={['comment']}
      change={() => ({
        send: ({ version }) => send('/api/trip/{trip}/setFlag', { trip: id }, { ...body, version }),
        done: t('flagged'),
      })}
    >
      {(wrong) => (
        <>
          <TextField
            label={t('flagComment')}
            value={flag.comment}
            onChange={(text) => setFlag({ ...flag, comment: text })}
            error={wrong('comment')}
            rows={3}
            maxLength={1000}
            autoFocus
          />
          <FlagChoices flag={flag} onChange={setFlag} />
        </>
      )}
    </DeedDialog>
  )
}

type FlagDraft = { comment: string; reason: number | null; assignee: number }

/** Why, and who is to look: as far as the operator set up reasons and the reader may see the team. */
function FlagChoices({ flag, onChange }: { flag: FlagDraft; onChange: (flag: FlagDraft) => void }) {
  const t = useTranslations('trip')
  const reasons = useTripOptions('flag_reason')
  const { data: team } = useQuery({ ...teamQuery(), enabled: useCan('setup.team') })
  return (
    <>
      {reasons.length > 0 && (
        <Select
          label={t('flagReason')}
          options={reasons}
          value={flag.reason}
          onChange={(reason) => onChange({ ...flag, reason })}
        />
      )}
      {team && (
        <Select
          label={t('flagWho')}
          options={[{ id: 0, name: t('everybody') }, ...team]}
          value={flag.assignee}
          onChange={(assignee) => onChange({ ...flag, assignee })}
        />
      )}
    </>
  )
}

/** Take the flag off, with what was done about it. */
export function ClearFlagDialog({ onClose }: DialogProps<'clearFlag'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const [note, setNote] = useState('')
  return (
    <DeedDialog
      title={t('clearFlag')}
      label={t('clearFlag')}
      isDisabled={!note.trim()}
      onClose={onClose}
      shown={['note']}
      change={() => ({
        send: ({ version }) => send('/api/trip/{trip}/clearFlag', { trip: id }, { note: note.trim(), version }),
        done: t('done_flagCleared'),
      })}
    >
      {(wrong) => (
        <>
          {trip.flag && <p className="whitespace-pre-line text-soft">{trip.flag.comment}</p>}
          <TextField
            label={t('whatWasDone')}
            value={note}
            onChange={setNote}
            error={wrong('note')}
            maxLength={1000}
            autoFocus
          />
        </>
      )}
    </DeedDialog>
  )
}

/** Take off the lock that keeps the price as it is. */
export function UnlockDialog({ onClose }: DialogProps<'unlock'>) {
  const t = useTranslations('trip')
  const { id } = useTrip()
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={t('unlock')}
      label={t('unlock')}
      isDisabled={!reason.trim()}
      onClose={onClose}
      change={() => ({
        send: ({ version }) => send('/api/trip/{trip}/unlock', { trip: id }, { reason: reason.trim(), version }),
        done: t('done_unlocked'),
      })}
    >
      {(wrong) => (
        <>
          <p className="text-soft">{t('unlockText')}</p>
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus />
        </>
      )}
    </DeedDialog>
  )
}
