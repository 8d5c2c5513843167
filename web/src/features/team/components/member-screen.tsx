'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Member, MemberFull } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Avatar } from '@/components/ui/avatar'
import { Notice } from '@/components/ui/notice'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { memberQuery } from '../api'
import { MemberBadges } from './member-badges'
import { MemberForm } from './member-form'
import { MemberGuide } from './member-guide'
import { MemberHistory } from './member-history'
import { MemberSessions } from './member-sessions'
import { MemberStatus } from './member-status'
import { CardsSkeleton } from './skeletons'

/** One person: what they are called, what they may do, and whether they get in. */
export function MemberScreen() {
  const params = useRoute('teamMember')
  return (
    <Guard permission="setup.team" fallback={<ScreenSkeleton />}>
      {params && <MemberPage key={params.userAvatar} id={params.userAvatar} />}
    </Guard>
  )
}

function MemberPage({ id }: { id: string }) {
  const t = useTranslations('team')
  const { data, error, refetch } = useQuery(memberQuery(id))
  const member = data?.userAvatar
  return (
    <PageBody>
      <SetupHeader
        page="teamMember"
        title={member?.name ?? t('person')}
        parents={[{ to: 'team', params: {}, label: t('title') }]}
      >
        {member && (
          <div className="flex flex-wrap items-center gap-2">
            <MemberBadges member={member} />
            <Avatar name={member.name} color={member.color} />
          </div>
        )}
      </SetupHeader>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <CardsSkeleton />}
      {data && <Content data={data} />}
    </PageBody>
  )
}

function Content({ data }: { data: MemberFull }) {
  const member = data.userAvatar
  const mayManage = useCan('team.manage')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-5">
        <Remark member={member} mayManage={mayManage} />
        <MemberForm key={member.version} member={member} isReadOnly={!mayManage || !member.can_edit} />
      </div>
      <div className="space-y-5">
        <MemberStatus member={member} />
        {member.kind !== 'agent' && <MemberGuide member={member} />}
        {mayManage && member.can_edit && member.has_login && !member.is_me && <MemberSessions member={member} />}
        {data.history.length > 0 && <MemberHistory history={data.history} />}
      </div>
    </div>
  )
}

function Remark({ member, mayManage }: { member: Member; mayManage: boolean }) {
  const t = useTranslations('team')
  if (mayManage && member.can_edit) return null
  return <Notice tone="info">{mayManage ? t('aboveYou') : t('readOnly')}</Notice>
}
