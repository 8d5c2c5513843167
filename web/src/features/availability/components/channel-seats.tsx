'use client'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { NumberField } from '@/components/ui/number-field'
import { useChannelName } from '@/features/experience/components/use-channel-name'
import { channels } from '@/features/experience/rates'

type Props = {
  values: Record<string, number | null>
  onChange: (values: Record<string, number | null>) => void
  error?: string
}

/** Seats that one way of booking may take at most; ways that are not listed share the rest. */
export function ChannelSeats({ values, onChange, error }: Props) {
  const t = useTranslations('availability')
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">{t('channels')}</legend>
      <p className="text-sm text-pretty text-faint">{t('channelsHint')}</p>
      {Object.keys(values).map((slug) => (
        <Channel key={slug} {...{ slug, values, onChange }} />
      ))}
      {error && <p className="text-sm text-bad">{error}</p>}
      <AddChannel values={values} onChange={onChange} />
    </fieldset>
  )
}

function Channel({ slug, values, onChange }: Props & { slug: string }) {
  const t = useTranslations('availability')
  const channelName = useChannelName()
  const known = channels.find((one) => one === slug)
  const name = known ? channelName(known) : slug
  const remove = () => onChange(Object.fromEntries(Object.entries(values).filter(([key]) => key !== slug)))
  return (
    <div className="flex items-end gap-1">
      <NumberField
        label={name}
        value={values[slug] ?? null}
        onChange={(seats) => onChange({ ...values, [slug]: seats })}
        minValue={0}
        className="w-60"
      />
      <IconButton label={t('removeChannel', { name })} onPress={remove}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function AddChannel({ values, onChange }: Props) {
  const t = useTranslations('availability')
  const channelName = useChannelName()
  const open = channels.filter((one) => one !== 'import' && !(one in values))
  if (!open.length) return null
  return (
    <div className="relative w-fit">
      <Menu
        label={t('addChannel')}
        entries={open.map((slug) => ({
          id: slug,
          label: channelName(slug),
          onAction: () => onChange({ ...values, [slug]: null }),
        }))}
      >
        <Button size="sm">
          <Plus aria-hidden className="size-4" />
          {t('addChannel')}
        </Button>
      </Menu>
    </div>
  )
}
