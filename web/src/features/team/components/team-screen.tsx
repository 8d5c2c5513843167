'use client'
import { useQuery } from '@tanstack/react-query'
import { Compass, MailPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Member } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { Tabs } from '@/components/ui/tabs'
import { AskedNew } from '@/lib/asked-new'
import { useCan } from '@/lib/session'
import { useDebounced } from '@/lib/use-debounced'
import { membersQuery } from '../api'
import { isOn, tabs, type Tab } from '../model'
import { GuidesDialog } from './guides-dialog'
import { InviteDialog } from './invite-dialog'
import { MemberRow } from './member-row'
import { ListSkeleton } from './skeletons'

/** Everybody who works here, with what each may do and how far an invitation is. */
export function TeamScreen() {
  const t = useTranslations('team')
  const [open, setOpen] = useState<'invite' | 'guides' | null>(null)
  const mayManage = useCan('team.manage')
  return (
    <Guard permission="setup.team" fallback={<ScreenSkeleton />}>
      <AskedNew onAsk={() => setOpen('invite')} mayMake={mayManage} />
      <PageBody>
        <SetupHeader page="team" title={t('title')} text={t('text')}>
          {mayManage && <Actions onOpen={setOpen} />}
        </SetupHeader>
        <People onInvite={() => setOpen('invite')} />
      </PageBody>
      <InviteDialog isOpen={open === 'invite'} onClose={() => setOpen(null)} />
      <GuidesDialog isOpen={open === 'guides'} onClose={() => setOpen(null)} />
    </Guard>
  )
}

function Actions({ onOpen }: { onOpen: (what: 'invite' | 'guides') => void }) {
  const t = useTranslations('team')
  return (
    <>
      <Button onPress={() => onOpen('guides')}>
        <Compass aria-hidden className="size-4" />
        {t('makeGuides')}
      </Button>
      <Button look="primary" onPress={() => onOpen('invite')}>
        <MailPlus aria-hidden className="size-4" />
        {t('invite')}
      </Button>
    </>
  )
}

function People({ onInvite }: { onInvite: () => void }) {
  const t = useTranslations('team')
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<Tab>('all')
  const wanted = useDebounced(search.trim(), 200)
  const { data, error, refetch } = useQuery(membersQuery(wanted))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <ListSkeleton />
  const count = (one: Tab) => data.data.filter((member) => isOn(one, member)).length
  const items = tabs.map((id) => ({ id, label: t(`tab_${id}`), badge: count(id) }))
  const shown = data.data.filter((member) => isOn(tab, member))
  return (
    <div className="space-y-4">
      <div className="max-w-sm">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
      </div>
      <Tabs label={t('title')} items={items} value={tab} onChange={(id) => setTab(id as Tab)}>
        {shown.length ? <MemberList members={shown} /> : <Nobody tab={tab} isSearch={!!wanted} onInvite={onInvite} />}
      </Tabs>
      {data.meta.next_cursor && <p className="text-sm text-soft">{t('more', { count: data.data.length })}</p>}
    </div>
  )
}

function MemberList({ members }: { members: Member[] }) {
  return (
    <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
      {members.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </ul>
  )
}

function Nobody({ tab, isSearch, onInvite }: { tab: Tab; isSearch: boolean; onInvite: () => void }) {
  const t = useTranslations('team')
  const mayInvite = useCan('team.manage')
  const icon = <Users aria-hidden className="size-7" />
  if (isSearch) return <EmptyState icon={icon} title={t('noMatch')} />
  return (
    <EmptyState icon={icon} title={t(`empty_${tab}`)} text={t(`emptyText_${tab}`)}>
      {mayInvite && tab !== 'disabled' && (
        <Button look="primary" onPress={onInvite}>
          {t('invite')}
        </Button>
      )}
    </EmptyState>
  )
}
