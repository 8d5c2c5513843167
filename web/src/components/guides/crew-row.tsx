'use client'
import { useTranslations } from 'use-intl'
import type { GuideLoad } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/lib/use-format'
import { hoursOf, roles, type Role } from './model'
import { useConflictWords } from './use-conflict-words'

type Props = { guide: GuideLoad; role: Role | null; onToggle: () => void; onRole: (role: Role) => void }

/** One guide of a departure's choice: how they fit, what speaks against them, and their role. */
export function CrewRow({ guide, role, onToggle, onRole }: Props) {
  const t = useTranslations('guides')
  const words = useConflictWords()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 grow basis-60">
        <Checkbox isSelected={role !== null} onChange={onToggle}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Avatar name={guide.name} color={guide.color} size="sm" />
            <span className="font-medium">{guide.name}</span>
            {guide.suggestion === 1 && guide.is_available && <Badge tone="good">{t('best')}</Badge>}
            {guide.is_assigned && guide.role === null && <Badge>{t('hasOrders')}</Badge>}
          </span>
        </Checkbox>
        <div className="ms-8 text-sm">
          <Load guide={guide} />
          {guide.conflicts.map((one, index) => (
            <p key={index} className="text-warn">
              {words(one)}
            </p>
          ))}
        </div>
      </div>
      {role !== null && (
        <Select
          className="w-40"
          label={t('roleOf', { name: guide.name })}
          isLabelHidden
          options={roles.map((id) => ({ id, name: t(`role_${id}`) }))}
          value={role}
          onChange={onRole}
        />
      )}
    </li>
  )
}

function Load({ guide }: { guide: GuideLoad }) {
  const t = useTranslations('guides')
  const format = useFormat()
  return (
    <p className="text-soft tabular-nums">
      {t('loadOf', {
        day: format.number(hoursOf(guide.load_today)),
        around: format.number(hoursOf(guide.load_around)),
      })}
    </p>
  )
}
