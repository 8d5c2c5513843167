'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ComboBox } from '@/components/ui/combo-box'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Button } from '@/components/ui/button'
import { agentsQuery, resellersQuery } from '../../api'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { TripAnswer, Trip } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

const ways = ['keep', 'reprice'] as const

/** Who sold the trip and which of their agents, and whether at their prices. */
export function ResellerDialog({ onClose }: DialogProps<'reseller'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const was = { reseller: trip.reseller?.id ?? null, agent: trip.agent?.id ?? 0 }
  const [wish, setWish] = useState<Wish>({ ...was, reprice: 'keep' })
  const isOther = wish.reseller !== was.reseller
  return (
    <DeedDialog
      title={t('reseller')}
      label={t('resellerDo')}
      isDisabled={!isOther && wish.agent === was.agent}
      onClose={onClose}
      shown={['reseller_id', 'agent_id']}
      change={() => ({ send: (now) => put(id, now, wish), done: t('saved') })}
    >
      {(wrong) => (
        <>
          <Resellers wish={wish} onChange={setWish} error={wrong('reseller_id')} />
          {wish.reseller !== null && (
            <Agents
              reseller={wish.reseller}
              value={wish.agent}
              onChange={(agent) => setWish({ ...wish, agent })}
              error={wrong('agent_id')}
            />
          )}
          {isOther && (
            <RadioGroup
              label={t('priceMode')}
              options={ways.map((one) => ({ id: one, name: t(`mode_${one}`) }))}
              value={wish.reprice}
              onChange={(reprice) => setWish({ ...wish, reprice })}
            />
          )}
        </>
      )}
    </DeedDialog>
  )
}

type ResellersProps = { wish: Wish; onChange: (wish: Wish) => void; error?: string }

function Resellers({ wish, onChange, error }: ResellersProps) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const { data } = useQuery(resellersQuery())
  const known = data ?? (trip.reseller ? [trip.reseller] : [])
  return (
    <div className="space-y-2">
      <ComboBox
        label={t('reseller')}
        options={known.map((one) => ({ id: String(one.id), name: one.name }))}
        value={wish.reseller === null ? null : String(wish.reseller)}
        onChange={(next) => onChange({ ...wish, reseller: Number(next), agent: 0 })}
        error={error}
      />
      {wish.reseller !== null && (
        <Button size="sm" look="quiet" onPress={() => onChange({ ...wish, reseller: null, agent: 0 })}>
          {t('noReseller')}
        </Button>
      )}
    </div>
  )
}

type Wish = { reseller: number | null; agent: number; reprice: (typeof ways)[number] }

/** The reseller first, then the agent: two calls of which the second knows the version after the first. */
async function put(id: string, trip: Trip, { reseller, agent, reprice }: Wish): Promise<TripAnswer> {
  const at = { trip: id }
  let answer: TripAnswer = { trip, warnings: [] }
  if (reseller !== (trip.reseller?.id ?? null)) {
    answer =
      reseller === null
        ? await send('/api/trip/{trip}/reseller/remove', at, { reprice, version: trip.version })
        : await send('/api/trip/{trip}/reseller/edit', at, { reseller_id: reseller, reprice, version: trip.version })
  }
  const { version, agent: now } = answer.trip
  if (reseller === null || agent === (now?.id ?? 0)) return answer
  return agent === 0
    ? send('/api/trip/{trip}/resellerAgent/remove', at, { version })
    : send('/api/trip/{trip}/resellerAgent/edit', at, { agent_id: agent, version })
}

type AgentsProps = { reseller: number; value: number; onChange: (agent: number) => void; error?: string }

function Agents({ reseller, value, onChange, error }: AgentsProps) {
  const t = useTranslations('trip')
  const { data } = useQuery(agentsQuery(reseller))
  const options = [{ id: 0, name: t('noAgent') }, ...(data ?? [])]
  return <Select label={t('agent')} options={options} value={value} onChange={onChange} error={error} />
}
