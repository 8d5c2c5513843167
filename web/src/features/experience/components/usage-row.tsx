'use client'
import { Trash2 } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, ResourceGroup } from '@/api/models'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { durations, scopes, type Usages } from '../usages'
import { guestName } from '../guest-name'

type Props = { index: number; experience: ExperienceFull; groups: ResourceGroup[]; onRemove: () => void }

/** One need: which group, for whom, how many, how long, and with whom it may be shared. */
export function UsageRow({ index, experience, groups, onRemove }: Props) {
  const t = useTranslations('experience')
  const { watch } = useFormContext<Usages>()
  const group = watch(`rows.${index}.resource_group_id`)
  const name = groups.find((one) => one.id === group)?.name ?? ''
  const whom = [
    { id: 'all', name: t('for_all') },
    ...experience.customerTypes.map((row) => ({ id: `guest:${row.id}`, name: guestName(row) })),
    ...experience.addons.map((addon) => ({ id: `addon:${addon.id}`, name: addon.name })),
  ]
  return (
    <Card
      title={name}
      actions={
        <IconButton label={t('removeUsage', { name })} onPress={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect name={`rows.${index}.resource_group_id`} label={t('group')} options={groups} />
        <FormSelect name={`rows.${index}.for`} label={t('for')} options={whom} />
        <FormNumber name={`rows.${index}.units_per_booking`} label={t('units')} minValue={1} />
        <FormSelect
          name={`rows.${index}.sharing_scope`}
          label={t('sharing')}
          options={scopes.map((id) => ({ id, name: t(`share_${id}`) }))}
        />
        <Duration index={index} />
        <div className="self-end sm:col-span-2">
          <FormSwitch name={`rows.${index}.is_required`} hint={t('neededHint')}>
            {t('needed')}
          </FormSwitch>
        </div>
      </div>
    </Card>
  )
}

function Duration({ index }: { index: number }) {
  const t = useTranslations('experience')
  const mode = useFormContext<Usages>().watch(`rows.${index}.duration_mode`)
  return (
    <>
      <FormSelect
        name={`rows.${index}.duration_mode`}
        label={t('howLong')}
        options={durations.map((id) => ({ id, name: t(`long_${id}`) }))}
      />
      {mode === 'minutes' && <FormNumber name={`rows.${index}.duration_minutes`} label={t('minutes')} minValue={1} />}
      <FormNumber name={`rows.${index}.offset_minutes`} label={t('offset')} hint={t('offsetHint')} placeholder="0" />
    </>
  )
}
