'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { cashKey, createDrawer, locationsQuery, saveDrawer, type CashDrawer } from '../api'

const schema = z.looseObject({ name: rules.name(80) })
const shown = ['name', 'location_id']
type Values = { name: string; location_id: number }

/** What a drawer is called, and where it stands: its receipt printer opens it. */
export function DrawerDialog({ drawer, onClose }: { drawer: CashDrawer | null; onClose: () => void }) {
  const t = useTranslations('cash')
  const queries = useQueryClient()
  const locations = useQuery(locationsQuery)
  const places = [{ id: 0, name: t('noPlace') }, ...(locations.data ?? []).map(({ id, name }) => ({ id, name }))]
  return (
    <FormDialog<Values, unknown>
      title={drawer ? t('edit') : t('newDrawer')}
      values={{ name: drawer?.name ?? '', location_id: drawer?.location_id ?? 0 }}
      schema={schema}
      shown={shown}
      save={({ name, location_id }) => {
        const values = { name, location_id: location_id || null }
        return drawer ? saveDrawer(drawer, values) : createDrawer(values)
      }}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: cashKey })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} hint={t('nameHint')} autoFocus />
      <FormSelect name="location_id" label={t('place')} hint={t('placeHint')} options={places} />
    </FormDialog>
  )
}
