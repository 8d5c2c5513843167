import { useTranslations } from 'use-intl'

const known = {
  'manifest.view': 'code_manifest_view',
  'trip.view': 'code_trip_view',
  'customer.view': 'code_customer_view',
  'call.view': 'code_call_view',
  'experience.view': 'code_experience_view',
  'giftcard.view': 'code_giftcard_view',
  'reseller.view': 'code_reseller_view',
  'report.view': 'code_report_view',
  'report.finance': 'code_report_finance',
  'audit.view': 'code_audit_view',
} as const

/** What a permission is called where roles are made; one that has no name is its own. */
export function useScopeName() {
  const t = useTranslations('team')
  return (scope: string) => (scope in known ? t(known[scope as keyof typeof known]) : scope)
}
