'use client'
import { useTranslations } from 'use-intl'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import type { Operator } from '../api'

/** Who an operator is, where, and who works there: names and roles alone. */
export function ProfileCard({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  const format = useFormat()
  const { row } = operator
  return (
    <Card title={t('profile')}>
      <KeyValues
        rows={[
          [t('legalName'), operator.legal_name],
          [t('country'), row.country],
          [t('zone'), operator.time_zone],
          [t('currency'), operator.currency],
          [t('since'), format.day(row.created_at.slice(0, 10), 'medium')],
          [t('domains'), operator.domains.map(({ host }) => host).join(', ')],
          [
            t('people'),
            <ul key="people">
              {operator.people.map(({ name, role }, index) => (
                <li key={index}>
                  <bdi>{name}</bdi> <span className="text-faint">{role}</span>
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </Card>
  )
}
