'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { ResellerCard } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { cardsQuery, changeCard } from '../api'
import type { TabProps } from './types'

const schema = z.object({ nickname: rules.trimmed(80) })

/** What a saved card is called here. */
export function CardDialog({ reseller, card, onClose }: TabProps & { card: ResellerCard; onClose: () => void }) {
  const t = useTranslations('resellers')
  const queries = useQueryClient()
  return (
    <FormDialog
      title={t('nameCard')}
      values={{ nickname: card.nickname }}
      schema={schema}
      shown={['nickname']}
      save={(typed) => changeCard(reseller.id, card.id, typed)}
      onSaved={(cards) => {
        queries.setQueryData(cardsQuery(reseller.id).queryKey, cards)
        onClose()
        toast.success(t('saved'))
      }}
      onClose={onClose}
    >
      <FormText name="nickname" label={t('cardName')} hint={t('cardNameHint')} autoFocus />
    </FormDialog>
  )
}
