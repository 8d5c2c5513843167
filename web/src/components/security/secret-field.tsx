'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../ui/field'
import { Press } from '../ui/press'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'label' | 'rows'> & { label?: string; below?: ReactNode }

/** A password: hidden, with a button that shows it. */
export function SecretField({ label, below, ...rest }: Props) {
  const t = useTranslations('security')
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <TextField
          name="password"
          autoComplete="current-password"
          {...rest}
          label={label ?? t('password')}
          type={isShown ? 'text' : 'password'}
        />
        <Press
          aria-label={t('showPassword')}
          aria-pressed={isShown}
          onPress={() => setShown(!isShown)}
          className="absolute end-0 top-[27px] grid size-11 place-items-center rounded-md text-faint hover:text-ink"
        >
          {isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        </Press>
      </div>
      {below}
    </div>
  )
}
