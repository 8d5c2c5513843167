import type { Resource, ResourceGroup, ResourceGroupIn, ResourceIn } from '@/api/models'

export const groupKinds = ['vessel', 'vehicle', 'equipment', 'room', 'permit', 'other'] as const
export const strategies = ['best_fit', 'fill_first', 'balance', 'priority'] as const
export const statuses = ['active', 'maintenance', 'retired'] as const

export type GroupForm = Required<Omit<ResourceGroupIn, 'id'>> & { id?: number }
/** `count` new ones at once, numbered where there are several. */
export type ResourceForm = Omit<ResourceIn, 'code'> & { code: string; count: number }

export const resourceTabs = ['groups', 'timeline', 'blackouts', 'costs'] as const
export type ResourceTab = (typeof resourceTabs)[number]
export const tabOf = (text: string | undefined): ResourceTab => resourceTabs.find((one) => one === text) ?? 'groups'

export function groupForm(group?: ResourceGroup): GroupForm {
  return {
    id: group?.id,
    name: group?.name ?? '',
    kind: (group?.kind as GroupForm['kind']) ?? 'vessel',
    is_auto_assign: group?.is_auto_assign ?? true,
    is_legal_limit: group?.is_legal_limit ?? false,
    strategy: (group?.strategy as GroupForm['strategy']) ?? 'best_fit',
  }
}

export function resourceForm(groupId: number, resource?: Resource): ResourceForm {
  return {
    id: resource?.id,
    group_id: groupId,
    name: resource?.name ?? '',
    code: resource?.code ?? '',
    capacity: resource?.capacity ?? 1,
    priority: resource?.priority ?? 0,
    status: (resource?.status as ResourceForm['status']) ?? 'active',
    buffer_minutes: resource?.buffer_minutes ?? 0,
    location_id: resource?.location_id ?? null,
    color: resource?.color ?? '#64748b',
    count: 1,
  }
}

/** What the server is asked for: one resource, or several that are numbered "Kayak 1", "Kayak 2". */
export function resourceBodies({ count, ...form }: ResourceForm): ResourceIn[] {
  const row = { ...form, code: form.code.trim() || null }
  if (form.id || count <= 1) return [row]
  return Array.from({ length: count }, (_, place) => ({
    ...row,
    name: `${row.name.trim()} ${place + 1}`,
    code: row.code && `${row.code}${place + 1}`,
  }))
}

/** Seats or uses at once of what is in service. */
export const inService = (group: ResourceGroup) =>
  group.resources.filter((one) => one.status === 'active').reduce((sum, one) => sum + one.capacity, 0)
