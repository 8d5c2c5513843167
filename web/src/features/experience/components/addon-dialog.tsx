'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Addon, AddonValueType, ExperienceFull } from '@/api/models'
import { FormMultiSelect, FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormNumber, FormText } from '@/components/form-fields'
import { useSession } from '@/lib/session'
import { addonOf, addonSchema, addonScopes, inputs, pricedPer, shownAddon, type AddonForm } from '../addons'
import { choicesQuery, deleteAddonImage } from '../addons-api'
import { guestName } from '../guest-name'
import { useSaveAddon } from '../use-save-addon'
import { AddonSales } from './addon-sales'
import { ChoiceRows } from './choice-rows'
import { ExtraPicture } from './extra-picture'

type Props = { experience: ExperienceFull; addon?: Addon; onClose: () => void }

/** An add-on, new or changed, with its picture and its choices. */
export function AddonDialog(props: Props) {
  const { data } = useQuery(choicesQuery)
  const types = data?.addonValueTypes.filter((type) => !type.is_archived)
  return types && <Open {...props} types={types} />
}

function Open({ experience, addon, types, onClose }: Props & { types: AddonValueType[] }) {
  const t = useTranslations('experience')
  const { save, keep, picture } = useSaveAddon({ experience, types, addon })
  return (
    <FormDialog<AddonForm, Awaited<ReturnType<typeof save>>>
      title={addon ? addon.name : t('addAddon')}
      size="lg"
      values={addonOf(addon, types)}
      schema={addonSchema}
      shown={[...shownAddon, 'file']}
      save={save}
      onSaved={(now) => {
        keep(now)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('addonName')} placeholder={t('addonNameExample')} autoFocus={!addon} />
      <FormText name="description" label={t('addonText')} rows={2} />
      <ExtraPicture
        {...picture}
        value={addon?.image ?? null}
        onDelete={addon && (async () => keep(await deleteAddonImage(experience.id, addon.id)))}
      />
      <Price />
      <Asking types={types} />
      <FormMultiSelect
        name="enabled_customer_type_ids"
        label={t('onlyFor')}
        placeholder={t('forEveryone')}
        options={experience.customerTypes.map((row) => ({ id: row.customer_type.id, name: guestName(row) }))}
      />
      <FormSwitch name="is_required">{t('addonRequired')}</FormSwitch>
      <AddonSales />
    </FormDialog>
  )
}

function Price() {
  const t = useTranslations('experience')
  const currency = useSession()?.properties.currency ?? 'USD'
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <FormMoney name="price" label={t('addonPrice')} currency={currency} />
      <FormSelect
        name="price_per"
        label={t('pricePer')}
        options={pricedPer.map((id) => ({ id, name: t(`per_${id}`) }))}
      />
      <FormSelect name="scope" label={t('scope')} options={addonScopes.map((id) => ({ id, name: t(`scope_${id}`) }))} />
    </div>
  )
}

function Asking({ types }: { types: AddonValueType[] }) {
  const t = useTranslations('experience')
  const input = useFormContext<AddonForm>().watch('input')
  return (
    <>
      <FormRadio
        name="input"
        label={t('input')}
        options={inputs.map((id) => ({ id, name: t(`input_${id}`), note: t(`inputNote_${id}`) }))}
      />
      {input === 'quantity' && (
        <div className="grid grid-cols-2 gap-4">
          <FormNumber name="min_qty" label={t('least')} minValue={0} />
          <FormNumber name="max_qty" label={t('most')} minValue={0} />
        </div>
      )}
      {input === 'select' && <ChoiceRows types={types} />}
    </>
  )
}
