'use client'
import { useMutation } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Role } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { numberFormat } from '@/lib/intl'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { saveRole, useRenewTeam } from '../api'
import { codeSlug, roleDiff } from '../model'
import { SaveFailure } from './save-failure'
import type { RoleDraft } from './types'

type Props = { role: Role; draft: RoleDraft; onClose: () => void }

/** What a change of a role gives and takes, and from how many people, before it is saved. */
export function RoleReview({ role, draft, onClose }: Props) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  const renew = useRenewTeam()
  const { added, removed } = roleDiff(role.permissions, draft.permissions)
  const { name, scope, permissions, max_manual_discount_ppm } = draft
  const save = useMutation({
    mutationFn: () =>
      saveRole({ id: role.id, version: role.version, name, scope, permissions, max_manual_discount_ppm }),
    onSuccess: () => {
      toast.success(t('roleSaved'))
      onClose()
      renew()
    },
  })
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button look="primary" isPending={save.isPending} onPress={() => save.mutate()}>
        {common('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('reviewTitle', { name })} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-4">
        <p className="text-soft">{t('reviewText', { count: role.people.length })}</p>
        {name !== role.name && <p>{t('renamed', { before: role.name, after: name })}</p>}
        {scope !== role.scope && <p>{t(`scope_${scope}`)}</p>}
        {max_manual_discount_ppm !== role.max_manual_discount_ppm && <Limit ppm={max_manual_discount_ppm} />}
        <Codes title={t('gains')} codes={added} isGain />
        <Codes title={t('loses')} codes={removed} />
        {save.error && <SaveFailure error={save.error} />}
      </div>
    </Dialog>
  )
}

function Limit({ ppm }: { ppm: number | null }) {
  const t = useTranslations('team')
  const format = useFormat()
  if (ppm === null) return <p>{t('discountUnlimited')}</p>
  const share = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 4 })
  return <p>{t('discountUpTo', { share: share.format(ppm / 1_000_000) })}</p>
}

function Codes({ title, codes, isGain }: { title: string; codes: string[]; isGain?: boolean }) {
  const t = useTranslations('team')
  if (!codes.length) return null
  const Icon = isGain ? Plus : Minus
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{title}</h3>
      <ul className="space-y-1">
        {codes.map((code) => (
          <li key={code} className="flex items-start gap-2">
            <Icon aria-hidden className={isGain ? 'mt-1 size-4 text-good' : 'mt-1 size-4 text-bad'} />
            {t(`code_${codeSlug(code)}` as never)}
          </li>
        ))}
      </ul>
    </section>
  )
}
