'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { ResourceGroup } from '@/api/models'
import { FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import * as rules from '@/lib/rules'
import { deleteGroup, groupsQuery, saveGroup } from '../api'
import { groupForm, groupKinds, strategies, type GroupForm } from '../model'

const schema = z.looseObject({ name: rules.name(80) })
const shown = ['name', 'kind', 'strategy', 'is_auto_assign', 'is_legal_limit']

/** A group, new or changed; an empty one can be deleted. */
export function GroupDialog({ group, onClose }: { group?: ResourceGroup; onClose: () => void }) {
  const t = useTranslations('resources')
  const queries = useQueryClient()
  return (
    <FormDialog<GroupForm, Awaited<ReturnType<typeof saveGroup>>>
      title={group ? group.name : t('newGroup')}
      values={groupForm(group)}
      schema={schema}
      shown={shown}
      save={saveGroup}
      onSaved={(answer) => {
        queries.setQueryData(groupsQuery.queryKey, answer.resourceGroups)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('groupName')} hint={t('groupNameHint')} autoFocus={!group} />
      <FormSelect name="kind" label={t('kind')} options={groupKinds.map((id) => ({ id, name: t(`kind_${id}`) }))} />
      <FormSwitch name="is_auto_assign" hint={t('autoAssignHint')}>
        {t('autoAssign')}
      </FormSwitch>
      <FormSwitch name="is_legal_limit" hint={t('legalLimitHint')}>
        {t('legalLimit')}
      </FormSwitch>
      <FormRadio
        name="strategy"
        label={t('strategy')}
        options={strategies.map((id) => ({ id, name: t(`strategy_${id}`), note: t(`strategyNote_${id}`) }))}
      />
      {group?.resources.length === 0 && <DeleteGroup group={group} onGone={onClose} />}
    </FormDialog>
  )
}

function DeleteGroup({ group, onGone }: { group: ResourceGroup; onGone: () => void }) {
  const t = useTranslations('resources')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => deleteGroup(group.id),
    onSuccess: (answer) => {
      queries.setQueryData(groupsQuery.queryKey, answer.resourceGroups)
      onGone()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button look="danger" onPress={() => remove.mutate()} isPending={remove.isPending}>
      {t('deleteGroup')}
    </Button>
  )
}
