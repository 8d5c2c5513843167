'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { ChannelTool } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { toast } from '@/lib/toast'
import { runTool, toolQuery, type ToolAddress } from '../api'
import { fieldsOf, namesOf, ownBody, ownValues, type Own } from '../own-settings'
import { Fields } from './own-fields'

const schema = z.looseObject({})

type Props = {
  path: ToolAddress
  tool: ChannelTool
  mappingId: number | null
  initial: Record<string, unknown>
  onClose: () => void
}

/** The form of a tool; the channel's own words are shown when it has done it, or why it has not. */
export function ToolDialog({ path, tool, mappingId, initial, onClose }: Props) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  const fields = fieldsOf(tool.form_schema)
  const done = ({ message }: { message: string }) => {
    toast.success(message || t('saved'))
    void queries.invalidateQueries({ queryKey: toolQuery(path, mappingId).queryKey })
    onClose()
  }
  return (
    <FormDialog<{ values: Own }, { message: string }>
      title={tool.title}
      values={{ values: ownValues(fields, initial) }}
      schema={schema}
      shown={namesOf('values', fields)}
      label={tool.action || tool.title}
      save={({ values }) => runTool(path, { mapping_id: mappingId, values: ownBody(fields, values) })}
      onSaved={done}
      onClose={onClose}
    >
      <Fields part="values" fields={fields} />
    </FormDialog>
  )
}
