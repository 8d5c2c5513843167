'use client'
import { useTranslations } from 'use-intl'
import type { Member } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { AppLink } from '@/lib/app-link'
import { minutesUntil } from '@/lib/dates'
import { useRoleName } from '@/lib/role-name'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import { MemberBadges } from './member-badges'
import { ResendButton } from './resend-button'

/** One person of the list; the row opens them. */
export function MemberRow({ member }: { member: Member }) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const mayManage = useCan('team.manage')
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 p-3 hover:bg-sunken/50 sm:flex-nowrap sm:p-4">
      <Avatar name={member.name} color={member.color} />
      <div className="min-w-0 grow basis-48">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <AppLink
            to="teamMember"
            params={{ userAvatar: String(member.id) }}
            prefetch={false}
            className="font-semibold after:absolute after:inset-0"
          >
            {member.name}
          </AppLink>
          {member.is_me && <span className="text-sm text-faint">{t('you')}</span>}
          <MemberBadges member={member} />
        </div>
        <p className="truncate text-sm text-soft">
          {roleName(member.role)} · {member.email}
        </p>
      </div>
      {member.status === 'invited' && mayManage && member.can_edit ? (
        <div className="relative ms-13 sm:ms-0">
          <ResendButton member={member} />
        </div>
      ) : (
        <Seen member={member} />
      )}
    </li>
  )
}

function Seen({ member }: { member: Member }) {
  const t = useTranslations('team')
  const format = useFormat()
  const now = useNow()
  const at = member.last_seen_at
  if (member.status !== 'active') return null
  return (
    <p className="ms-13 shrink-0 text-sm text-faint tabular-nums sm:ms-0">
      {at ? t('seen', { when: format.distance(Math.min(-1, minutesUntil(at, now))) }) : t('neverSeen')}
    </p>
  )
}
