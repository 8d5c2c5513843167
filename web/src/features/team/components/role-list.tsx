'use client'
import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Role } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { useRoleName } from '@/lib/role-name'

type Props = { roles: Role[]; chosen: number | null; onChoose: (id: number) => void }

/** The roles to choose from: the built-in ones first, each with how many people have it. */
export function RoleList({ roles, chosen, onChoose }: Props) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  return (
    <nav aria-label={t('rolesTitle')}>
      <ul className="relative flex gap-2 overflow-x-auto pb-1 lg:block lg:divide-y lg:overflow-hidden lg:rounded-xl lg:border lg:bg-surface lg:pb-0">
        {roles.map((role) => (
          <li key={role.id} className="shrink-0">
            <button
              aria-current={role.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(role.id)}
              className={cx(
                'flex min-h-11 w-full items-center gap-2 rounded-md border px-3 py-2 text-left lg:rounded-none lg:border-0 lg:px-4',
                role.id === chosen ? 'bg-accent-wash font-medium text-accent' : 'bg-surface hover:bg-sunken',
              )}
            >
              <span className="min-w-0 grow truncate">{roleName(role)}</span>
              {role.is_system && <Lock role="img" aria-label={t('builtIn')} className="size-3.5 shrink-0 text-faint" />}
              <span className="shrink-0 text-sm text-faint tabular-nums">
                <span aria-hidden>{role.people.length}</span>
                <span className="sr-only">{t('peopleCount', { count: role.people.length })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
