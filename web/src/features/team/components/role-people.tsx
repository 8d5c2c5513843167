'use client'
import { useTranslations } from 'use-intl'
import type { Role } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { AppLink } from '@/lib/app-link'

const SHOWN = 12

/** Who has a role, and which bookings it shows them. */
export function RolePeople({ role }: { role: Role }) {
  const t = useTranslations('team')
  const rest = role.people.length - SHOWN
  return (
    <div className="space-y-3">
      {!role.can_edit && role.scope !== 'all' && <p className="text-soft">{t(`scope_${role.scope}`)}</p>}
      <h3 className="text-sm font-medium">{t('whoHas')}</h3>
      {role.people.length === 0 && <p className="text-soft">{t('nobodyHas')}</p>}
      <ul className="flex flex-wrap gap-2">
        {role.people.slice(0, SHOWN).map((person) => (
          <li key={person.id}>
            <AppLink
              to="teamMember"
              params={{ userAvatar: String(person.id) }}
              prefetch={false}
              className="flex min-h-9 items-center gap-2 rounded-full border pe-3 ps-1.5 text-sm hover:bg-sunken pointer-coarse:min-h-11"
            >
              <Avatar name={person.name} color={person.color} size="sm" />
              <bdi>{person.name}</bdi>
            </AppLink>
          </li>
        ))}
        {rest > 0 && <li className="self-center text-sm text-faint">{t('andMore', { count: rest })}</li>}
      </ul>
    </div>
  )
}
