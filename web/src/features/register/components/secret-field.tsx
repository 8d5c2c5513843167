'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormText } from '@/components/form-fields'
import { Press } from '@/components/ui/press'

type Props = { name: string; label: string; autoComplete: string; autoFocus?: boolean }

/** A password that can be looked at while it is typed. */
export function SecretField(props: Props) {
  const t = useTranslations('register')
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <FormText {...props} type={isShown ? 'text' : 'password'} />
      <Press
        aria-label={t('showPassword')}
        aria-pressed={isShown}
        onPress={() => setShown(!isShown)}
        className="absolute top-[27px] right-0 grid size-11 place-items-center rounded-md text-faint hover:text-ink"
      >
        {isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      </Press>
    </div>
  )
}
