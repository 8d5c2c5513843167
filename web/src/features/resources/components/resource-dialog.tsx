'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Resource } from '@/api/models'
import { FormColor, FormRadio, FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { groupsQuery, locationsQuery, saveResources } from '../api'
import { resourceBodies, resourceForm, statuses, type ResourceForm } from '../model'
import { FeedBox } from './feed-box'

const schema = z.looseObject({
  name: rules.name(80),
  code: rules.text(20),
  capacity: rules.atLeast(1),
  buffer_minutes: rules.atLeast(0),
  priority: z.number('required'),
  count: rules.atLeast(1),
})
const shown = ['name', 'code', 'capacity', 'buffer_minutes', 'priority', 'status', 'color', 'location_id']

type Props = { groupId: number; resource?: Resource; onClose: () => void }

/** One boat, van or room, new or changed. */
export function ResourceDialog({ groupId, resource, onClose }: Props) {
  const t = useTranslations('resources')
  const queries = useQueryClient()
  const statusOptions = statuses.map((id) => ({ id, name: t(`status_${id}`), note: t(`statusNote_${id}`) }))
  return (
    <FormDialog<ResourceForm, Awaited<ReturnType<typeof saveResources>>>
      title={resource ? resource.name : t('newResource')}
      size="lg"
      values={resourceForm(groupId, resource)}
      schema={schema}
      shown={shown}
      save={(values) => saveResources(resourceBodies(values))}
      onSaved={(answer) => {
        queries.setQueryData(groupsQuery.queryKey, answer.resourceGroups)
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText name="name" label={t('resourceName')} autoFocus={!resource} />
        <FormText name="code" label={t('code')} hint={t('codeHint')} />
        <FormNumber name="capacity" label={t('capacity')} hint={t('capacityHint')} minValue={1} />
        <FormNumber name="buffer_minutes" label={t('buffer')} hint={t('bufferHint')} minValue={0} />
        <FormNumber name="priority" label={t('priority')} hint={t('priorityHint')} />
        <Places />
      </div>
      <FormColor name="color" label={t('color')} />
      {resource ? (
        <>
          <FormRadio name="status" label={t('status')} options={statusOptions} />
          <FeedBox resource={resource} />
        </>
      ) : (
        <FormNumber name="count" label={t('howMany')} hint={t('howManyHint')} minValue={1} maxValue={100} />
      )}
    </FormDialog>
  )
}

function Places() {
  const t = useTranslations('resources')
  const { data } = useQuery(locationsQuery)
  if (!data || data.length < 2) return null
  return (
    <FormSelect
      name="location_id"
      label={t('location')}
      options={data.map((place) => ({ id: place.id, name: place.name }))}
    />
  )
}
