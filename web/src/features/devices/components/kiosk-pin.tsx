'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormRadio } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { Notice } from '@/components/ui/notice'

/** What becomes of the PIN: it stays, another one is set, or there is none any more. */
export type PinDeed = 'keep' | 'set' | 'remove'

/** The PIN with which staff leave the page: it is set, changed or removed, and never shown. */
export function KioskPin({ hasPin }: { hasPin: boolean }) {
  const t = useTranslations('devices')
  const deed = useWatch<{ pin_deed: PinDeed }>({ name: 'pin_deed' })
  const label = t('kioskPin')
  const options = [
    { id: 'keep', name: t('kioskPinKeep') },
    { id: 'set', name: t('kioskPinChange') },
    { id: 'remove', name: t('kioskPinRemove') },
  ] satisfies { id: PinDeed; name: string }[]
  return (
    <div className="space-y-3">
      {hasPin && <FormRadio<PinDeed> name="pin_deed" label={label} options={options} />}
      {deed === 'set' && (
        <FormText
          name="pin"
          label={hasPin ? t('kioskPinNew') : label}
          hint={t('kioskPinDigits')}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-52"
        />
      )}
      {deed === 'remove' && <Notice tone="warn">{t('kioskPinGone')}</Notice>}
    </div>
  )
}
