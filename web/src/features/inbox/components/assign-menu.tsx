'use client'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { useSession } from '@/lib/session'
import { assign, peopleQuery, type Conversation } from '../api'
import { useDeed } from '../use-deed'

/** Whose conversation it is to answer: mine, a colleague's, or nobody's. */
export function AssignMenu({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('inbox')
  const me = useSession()?.userAvatar.id
  const { data: people = [] } = useQuery(peopleQuery)
  const change = useDeed((avatar: number | null) => assign(conversation.id, avatar))
  const whose = conversation.assigned_to
  const others = people.filter(({ id }) => id !== me)
  const entries: MenuEntry[] = [
    ...(me !== undefined
      ? [{ id: 'me', label: t('toMe'), isChosen: whose?.id === me, onAction: () => change.mutate(me) }]
      : []),
    ...others.map(({ id, name }) => ({
      id: String(id),
      label: name,
      isChosen: whose?.id === id,
      onAction: () => change.mutate(id),
    })),
    {
      id: 'none',
      label: t('toNobody'),
      isAfterLine: true,
      isChosen: !whose,
      onAction: () => change.mutate(null),
    },
  ]
  const label = whose ? t('assignedTo', { who: whose.name }) : t('assign')
  return (
    <Menu label={t('assign')} entries={entries}>
      <Button size="sm" aria-label={label} isPending={change.isPending}>
        <UserRound aria-hidden className="size-4" />
        <span className="max-w-32 truncate">
          <bdi>{whose?.name ?? t('assign')}</bdi>
        </span>
      </Button>
    </Menu>
  )
}
