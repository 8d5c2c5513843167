'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { NewPassword } from '@/components/security/new-password'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Card } from '@/components/ui/page-header'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { changePassword } from '../api'
import { useDeed } from '../use-deed'

/** The password: another one signs every other browser out. */
export function PasswordCard({ email }: { email: string }) {
  const t = useTranslations('profile')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('password')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose flex-1 text-pretty text-soft">{t('passwordText')}</p>
        <Button onPress={() => setOpen(true)}>{t('changePassword')}</Button>
      </div>
      {isOpen && <PasswordDialog email={email} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('profile')
  const name = useSession()?.userAvatar.name
  const [password, setPassword] = useState('')
  const save = useDeed(changePassword, () => {
    toast.success(t('passwordChanged'))
    onClose()
  })
  const isField = save.error instanceof ApiError && save.error.code === 'validation_failed'
  return (
    <Dialog title={t('changePassword')} isOpen onClose={onClose} size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(password)
        }}
      >
        {/* Password managers look for whose password it is. */}
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <NewPassword
          value={password}
          onChange={setPassword}
          about={{ email, name }}
          error={isField ? save.error : null}
        />
        <Button type="submit" look="primary" isPending={save.isPending} isDisabled={!password}>
          {t('savePassword')}
        </Button>
      </form>
    </Dialog>
  )
}
