'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Role, Roles } from '@/api/models'
import { useRoleName } from '@/lib/role-name'
import { Words } from './code-groups'

/** All roles side by side: one row a permission, one column a role. */
export function RoleMatrix({ data }: { data: Roles }) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={t('compare')}
      className="relative max-h-[75dvh] overflow-auto rounded-xl border bg-surface"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th className="sticky top-0 left-0 z-20 min-w-52 border-b bg-surface px-4 py-3 text-left font-medium">
              {t('permission')}
            </th>
            {data.roles.map((role) => (
              <th key={role.id} className="sticky top-0 z-10 border-b bg-surface px-3 py-3 text-center font-medium">
                {roleName(role)}
              </th>
            ))}
          </tr>
        </thead>
        {data.areas.map((area) => (
          <Area key={area.slug} area={area} roles={data.roles} />
        ))}
      </table>
    </div>
  )
}

function Area({ area, roles }: { area: Roles['areas'][number]; roles: Role[] }) {
  const t = useTranslations('team')
  return (
    <tbody>
      <tr>
        <th colSpan={roles.length + 1} className="bg-sunken px-4 py-2 text-left text-xs font-semibold text-soft">
          <span className="sticky left-4">{t(`area_${area.slug}` as never)}</span>
        </th>
      </tr>
      {area.codes.map((code) => (
        <tr key={code.code}>
          <th className="sticky left-0 z-[1] border-b bg-surface px-4 py-2 text-left font-normal">
            <Words code={code} />
          </th>
          {roles.map((role) => (
            <td key={role.id} className="border-b px-3 py-2 text-center">
              {role.permissions.includes(code.code) ? (
                <Check role="img" aria-label={t('may')} className="mx-auto size-4 text-good" />
              ) : (
                <span className="sr-only">{t('mayNot')}</span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
