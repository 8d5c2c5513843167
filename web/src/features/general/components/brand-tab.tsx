'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { General, Palette } from '@/api/models'
import { useField } from '@/components/form-fields'
import { useGeneralChange } from '@/components/settings/api'
import { SettingsForm } from '@/components/settings/settings-form'
import { ColorField } from '@/components/ui/color-field'
import { ImageField } from '@/components/ui/image-field'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { contrastQuery, deleteLogo, saveLogo } from '../api'
import type { TabProps } from './types'

const pick = ({ settings }: General) => ({ brand_color: settings.brand_color })

/** Logo and colour, and how guests will see them. */
export default function BrandTab({ general }: TabProps) {
  const t = useTranslations('general')
  return (
    <SettingsForm tab="brand" general={general} pick={pick} shown={['brand_color']}>
      <Card title={t('logo')}>
        <Logo general={general} />
      </Card>
      <Card title={t('color')}>
        <Color general={general} />
      </Card>
    </SettingsForm>
  )
}

function Logo({ general }: TabProps) {
  const t = useTranslations('general')
  const text = useErrorText()
  const store = useGeneralChange(saveLogo)
  const remove = useGeneralChange(() => deleteLogo())
  const error = store.error ?? remove.error
  const reason = error instanceof ApiError ? error.fields.file?.[0] : undefined
  return (
    <ImageField
      label={t('logoLabel')}
      value={general.settings.logo_url}
      hint={t('logoHint')}
      accept={['image/png', 'image/jpeg', 'image/webp']}
      isPending={store.isPending || remove.isPending}
      error={error ? (reason ?? text(error)) : undefined}
      onFile={(file) => store.mutate(file)}
      onRemove={() => remove.mutate(undefined)}
    />
  )
}

function Color({ general }: TabProps) {
  const t = useTranslations('general')
  const { value, onChange, error } = useField<string>('brand_color')
  const color = useDebounced(value, 150)
  const { data } = useQuery(contrastQuery(color))
  const palette = data?.palette ?? general.palette
  return (
    <div className="space-y-5">
      <ColorField
        label={t('brandColor')}
        hint={t('brandColorHint')}
        value={value}
        onChange={(next) => next && onChange(next.toLowerCase())}
        error={error}
      />
      {data?.is_changed && <Notice tone="info">{t('contrastFixed', { ratio: data.contrast })}</Notice>}
      <Preview general={general} palette={palette} />
    </div>
  )
}

/** A booking page and an e-mail in small, in the colours that guests get. */
function Preview({ general, palette }: { general: General; palette: Palette }) {
  const t = useTranslations('general')
  const { logo_url: logo } = general.settings
  const faces = [
    { key: 'light', label: t('previewLight'), ground: '#ffffff', text: '#111827', ink: palette.ink },
    { key: 'dark', label: t('previewDark'), ground: '#1b2129', text: '#f3f4f6', ink: palette.ink_dark },
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2" role="group" aria-label={t('preview')}>
      {faces.map((face) => (
        <figure key={face.key} className="space-y-1.5">
          <div className="space-y-4 rounded-lg border p-4" style={{ background: face.ground, color: face.text }}>
            {logo ? (
              <img
                src={logo}
                alt={general.business.name}
                className="h-10 w-auto max-w-full object-contain object-left"
              />
            ) : (
              <strong>{general.business.name}</strong>
            )}
            <p className="text-sm">
              {t('previewText')}{' '}
              <span style={{ color: face.ink, textDecoration: 'underline' }}>{t('previewLink')}</span>
            </p>
            <span
              className="inline-block rounded-md px-4 py-2 text-sm font-medium"
              style={{ background: palette.fill, color: palette.on_fill }}
            >
              {t('previewButton')}
            </span>
          </div>
          <figcaption className="text-sm text-faint">{face.label}</figcaption>
        </figure>
      ))}
    </div>
  )
}
