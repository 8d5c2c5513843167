'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Role, Roles } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { Tabs } from '@/components/ui/tabs'
import { useCan } from '@/lib/session'
import { rolesQuery } from '../api'
import { RoleDialog } from './role-dialog'
import { RoleEditor } from './role-editor'
import { RoleList } from './role-list'
import { RoleMatrix } from './role-matrix'
import { CardsSkeleton } from './skeletons'

/** What each role may do, role by role or side by side. */
export function RolesScreen() {
  const t = useTranslations('team')
  const [isMaking, setMaking] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useQuery(rolesQuery)
  const mayManage = useCan('team.manage')
  return (
    <Guard permission="setup.team" fallback={<ScreenSkeleton />}>
      <PageBody>
        <SetupHeader page="roles" title={t('rolesTitle')} text={t('rolesText')}>
          {mayManage && (
            <Button look="primary" onPress={() => setMaking(true)}>
              <Plus aria-hidden className="size-4" />
              {t('newRole')}
            </Button>
          )}
        </SetupHeader>
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <CardsSkeleton />}
        {data && <Content data={data} chosen={chosen} onChoose={setChosen} />}
        {isMaking && <RoleDialog onClose={() => setMaking(false)} onMade={(role) => setChosen(role.id)} />}
      </PageBody>
    </Guard>
  )
}

type ContentProps = { data: Roles; chosen: number | null; onChoose: (id: number) => void }

function Content({ data, chosen, onChoose }: ContentProps) {
  const t = useTranslations('team')
  const [view, setView] = useState('one')
  const role: Role | undefined = data.roles.find((one) => one.id === chosen) ?? data.roles[0]
  const items = [
    { id: 'one', label: t('byRole') },
    { id: 'all', label: t('compare') },
  ]
  return (
    <Tabs label={t('rolesTitle')} items={items} value={view} onChange={setView}>
      {view === 'all' ? (
        <RoleMatrix data={data} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <RoleList roles={data.roles} chosen={role?.id ?? null} onChoose={onChoose} />
          {role && <RoleEditor key={`${role.id}.${role.version}`} role={role} data={data} onChoose={onChoose} />}
        </div>
      )}
    </Tabs>
  )
}
