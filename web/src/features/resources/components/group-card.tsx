'use client'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Resource, ResourceGroup } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { inService, statuses } from '../model'
import { ColorDot } from './color-dot'
import { GroupDialog } from './group-dialog'
import { ResourceDialog } from './resource-dialog'

/** One group with what it consists of. */
export function GroupCard({ group }: { group: ResourceGroup }) {
  const t = useTranslations('resources')
  const [open, setOpen] = useState<Resource | 'new' | 'group' | null>(null)
  const actions = (
    <span className="flex items-center gap-1">
      <IconButton label={t('editGroup', { name: group.name })} onPress={() => setOpen('group')}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <Button size="sm" onPress={() => setOpen('new')}>
        <Plus aria-hidden className="size-4" />
        {t('newResource')}
      </Button>
    </span>
  )
  return (
    <Card title={group.name} actions={actions}>
      <p className="mb-2 text-sm text-faint">{t('inService', { count: inService(group) })}</p>
      {group.resources.length === 0 && <p className="text-soft">{t('groupEmpty')}</p>}
      <ul className="-mx-2">
        {group.resources.map((resource) => (
          <ResourceLine key={resource.id} resource={resource} onOpen={() => setOpen(resource)} />
        ))}
      </ul>
      {open === 'group' && <GroupDialog group={group} onClose={() => setOpen(null)} />}
      {open && open !== 'group' && (
        <ResourceDialog groupId={group.id} resource={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
    </Card>
  )
}

function ResourceLine({ resource, onOpen }: { resource: Resource; onOpen: () => void }) {
  const t = useTranslations('resources')
  const status = statuses.find((one) => one === resource.status) ?? 'active'
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-start hover:bg-sunken"
      >
        <ColorDot color={resource.color} />
        <span className="min-w-0 grow truncate font-medium">
          <bdi>{resource.name}</bdi>
          {resource.code && <span className="ms-2 text-sm font-normal text-faint">{resource.code}</span>}
        </span>
        {status !== 'active' && (
          <Badge tone={status === 'maintenance' ? 'warn' : 'neutral'}>{t(`status_${status}`)}</Badge>
        )}
        <span className="text-sm text-soft tabular-nums">{t('capacityOf', { count: resource.capacity })}</span>
      </button>
    </li>
  )
}
