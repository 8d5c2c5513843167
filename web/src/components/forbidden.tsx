'use client'
import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useRoleName } from '@/lib/role-name'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { homeOf } from '@/lib/home'
import { AppLink } from '@/lib/app-link'
import { buttonClass } from './ui/button-class'
import { EmptyState } from './ui/states'

/** The permissions that have words; another one is shown by its code. */
const named = [
  'manifest_view',
  'trip_view',
  'customer_view',
  'payment_take',
  'giftcard_view',
  'invoice_manage',
  'reseller_view',
  'report_view',
  'experience_view',
  'setup_experiences',
  'crm_manage',
  'timeslot_edit',
  'setup_general',
  'setup_team',
  'resource_manage',
  'setup_plugins',
  'audit_view',
  'import',
  'export',
] as const

/** A door that is closed: which permission opens it, and who can give it. */
export function Forbidden({ permissions }: { permissions: readonly string[] }) {
  const t = useTranslations('shell')
  const session = useSession()
  const roleName = useRoleName()
  const format = useFormat()
  useTitle(t('forbiddenTitle'))
  if (!session) return null
  const words = permissions.map((code) => {
    const name = named.find((one) => one === code.replace('.', '_'))
    return name ? t(`can_${name}`) : code
  })
  const home = homeOf(session)
  return (
    <EmptyState icon={<Lock aria-hidden className="size-6" />} title={t('forbiddenTitle')} text={t('forbiddenWho')}>
      {words.length > 0 && (
        <p className="w-full text-pretty text-soft">
          {t('forbiddenNeed', { permission: format.eitherList(words), role: roleName(session.userAvatar.role) })}
        </p>
      )}
      <AppLink to={home} params={{}} className={buttonClass('primary')}>
        {t('goTo', { place: t(`page_${home}`) })}
      </AppLink>
    </EmptyState>
  )
}
