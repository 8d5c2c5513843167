'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { OfferCode } from '@/api/models'
import { ApiError } from '@/api/client'
import { FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { offersQuery, saveOffer } from '../offers/api'
import { offerBody, offerOf, offerSchema, shownOffer, type OfferForm } from '../offers/offers'
import { Combining, Gives, Limits } from './offer-parts'
import { When, Who } from './offer-conditions'

type Props = { offer?: OfferCode; onClose: () => void }

/** An offer code, new or changed; what is left empty demands nothing. */
export function OfferDialog({ offer, onClose }: Props) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: offersQuery.queryKey })
  return (
    <FormDialog<OfferForm, Awaited<ReturnType<typeof saveOffer>>>
      title={offer ? offer.code : t('addOffer')}
      size="lg"
      values={offerOf(offer) as OfferForm}
      schema={offerSchema(t('offerCodeRule'))}
      shown={shownOffer}
      save={(values) =>
        saveOffer(offerBody(values, offer)).catch((error: unknown) => {
          // Opened again, the form shows what the other one saved.
          if (error instanceof ApiError && error.code === 'stale_version') refresh()
          throw error
        })
      }
      onSaved={() => {
        refresh()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormText name="code" label={t('offerCode')} spellCheck={false} autoComplete="off" autoFocus={!offer} />
        <FormText name="internal_name" label={t('offerName')} />
      </div>
      <FormText name="public_description" label={t('offerPublic')} hint={t('offerPublicHint')} rows={2} />
      <FormSwitch name="is_active" hint={t('offerActiveHint')}>
        {t('offerActive')}
      </FormSwitch>
      <Gives />
      <When />
      <Who />
      <Limits />
      <Combining />
    </FormDialog>
  )
}
