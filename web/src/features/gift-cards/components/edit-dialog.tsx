'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { saveCard, stylesQuery, type GiftCard } from '../api'
import { editSchema, shownOfDraft } from '../form'
import { changeBody, draftOf, type Draft } from '../model'
import { renewCards } from '../renew'
import { Day, PersonFields } from './card-fields'
import { StyleChoice } from './style-choice'

/** Who gets a card, what it says and how it looks; what is on it stays. */
export function EditDialog({ card, onClose }: { card: GiftCard; onClose: () => void }) {
  const t = useTranslations('giftCards')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const queries = useQueryClient()
  const { data: styles = [card.style] } = useQuery(stylesQuery)
  return (
    <FormDialog<Draft, unknown>
      title={t('edit')}
      size="lg"
      values={draftOf(card, zone)}
      schema={editSchema}
      shown={shownOfDraft}
      save={(draft) => saveCard(changeBody(card, draft, zone))}
      onSaved={() => {
        toast.success(t('saved'))
        renewCards(queries)
        onClose()
      }}
      onClose={onClose}
    >
      <StyleChoice styles={styles} />
      {!card.is_physical && <PersonFields way="sold" />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Day name="expires_on" label={t('expiresOn')} hint={t('expiresOnHint')} />
        <FormText name="note" label={t('note')} hint={t('noteHint')} />
      </div>
    </FormDialog>
  )
}
