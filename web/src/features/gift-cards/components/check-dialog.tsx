'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { CardStatusBadge } from '@/components/gift-cards/status-badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { KeyValues } from '@/components/ui/key-values'
import { useErrorText } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { balanceOf, type CardBalance } from '../api'
import { renewCards } from '../renew'
import { useOpenCard } from '../use-open-card'
import { ActivateButton } from './activate-button'

/** A code somebody holds in their hand: what is on it, and the way to make a printed card good. */
export function CheckDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('giftCards')
  const common = useTranslations('common')
  const [code, setCode] = useState('')
  const find = useMutation({ mutationFn: () => balanceOf(code.trim()) })
  const type = (text: string) => {
    setCode(text)
    find.reset()
  }
  return (
    <Dialog title={t('check')} isOpen onClose={onClose} footer={<Button onPress={onClose}>{common('close')}</Button>}>
      <CodeForm {...{ code, find }} onType={type} />
      {find.data && <Found card={find.data} code={code.trim()} onClose={onClose} onChanged={() => find.mutate()} />}
    </Dialog>
  )
}

type Finding = { data?: CardBalance | null; error: Error | null; isPending: boolean; mutate: () => void }

function CodeForm({ code, find, onType }: { code: string; find: Finding; onType: (text: string) => void }) {
  const t = useTranslations('giftCards')
  const errorText = useErrorText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) find.mutate()
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-3">
      <TextField
        className="grow"
        label={t('code')}
        value={code}
        onChange={onType}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        autoFocus
        error={find.error ? errorText(find.error) : undefined}
      />
      {!find.data && (
        <Button type="submit" look="primary" isPending={find.isPending} isDisabled={!code.trim()} className="min-h-11">
          {t('checkDo')}
        </Button>
      )}
    </form>
  )
}

type FoundProps = { card: CardBalance; code: string; onClose: () => void; onChanged: () => void }

function Found({ card, code, onClose, onChanged }: FoundProps) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const mayManage = useCan('giftcard.manage')
  const openCard = useOpenCard()
  const queries = useQueryClient()
  const onDone = () => {
    renewCards(queries)
    onChanged()
  }
  return (
    <div className="mt-5 space-y-4">
      <KeyValues
        rows={[
          [t('col_balance'), <strong key="balance">{format.money(card.balance, card.currency)}</strong>],
          [t('col_status'), <CardStatusBadge key="status" status={card.status} />],
          [
            t('col_expires_at'),
            card.expires_at ? format.day(dayIn(zone, new Date(card.expires_at)), 'medium') : t('never'),
          ],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {mayManage && card.status === 'pending' && <ActivateButton card={code} onDone={onDone} />}
        {card.id !== null && (
          <Button
            onPress={() => {
              onClose()
              openCard(card.id)
            }}
          >
            {t('openCard')}
          </Button>
        )}
      </div>
    </div>
  )
}
