'use client'
import { useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { toast } from '@/lib/toast'
import { removePin, savePin } from '../api'
import { useDeed } from '../use-deed'

/** The PIN with which the reader sells on a register that others use as well. */
export function PinCard({ hasPin }: { hasPin: boolean }) {
  const t = useTranslations('profile')
  const [isOpen, setOpen] = useState(false)
  const remove = useDeed(removePin, () => toast.success(t('pinRemoved')))
  return (
    <Card title={t('pin')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose flex-1 text-pretty text-soft">{t('pinText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => setOpen(true)}>{hasPin ? t('changePin') : t('setPin')}</Button>
          {hasPin && (
            <Button look="quiet" isPending={remove.isPending} onPress={() => remove.mutate(undefined)}>
              {t('removePin')}
            </Button>
          )}
        </div>
      </div>
      {isOpen && <PinDialog hasPin={hasPin} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function PinDialog({ hasPin, onClose }: { hasPin: boolean; onClose: () => void }) {
  const t = useTranslations('profile')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const save = useDeed(savePin, () => {
    toast.success(t('pinSaved'))
    onClose()
  })
  const isObvious = save.error instanceof ApiError && save.error.code === 'validation_failed'
  const differs = again.length >= pin.length && again !== pin
  return (
    <Dialog title={hasPin ? t('changePin') : t('setPin')} isOpen onClose={onClose} size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(pin)
        }}
      >
        <PinField
          label={t('newPin')}
          hint={t('pinHint')}
          value={pin}
          onChange={setPin}
          error={isObvious ? t('pinObvious') : undefined}
          autoFocus
        />
        <PinField
          label={t('pinAgain')}
          value={again}
          onChange={setAgain}
          error={differs ? t('pinDiffers') : undefined}
        />
        <Button type="submit" look="primary" isPending={save.isPending} isDisabled={pin.length < 4 || again !== pin}>
          {t('savePin')}
        </Button>
      </form>
    </Dialog>
  )
}

type FieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'value' | 'error' | 'autoFocus'> & {
  onChange: (pin: string) => void
}

function PinField({ onChange, ...field }: FieldProps) {
  return (
    <TextField
      {...field}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      onChange={(typed) => onChange(typed.replace(/\D/g, '').slice(0, 8))}
    />
  )
}
