'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { cashKey, createDrawer, saveDrawer, type CashDrawer } from '../api'

const schema = z.looseObject({ name: rules.name(80) })
const shown = ['name']

/** What a drawer is called. */
export function DrawerDialog({ drawer, onClose }: { drawer: CashDrawer | null; onClose: () => void }) {
  const t = useTranslations('cash')
  const queries = useQueryClient()
  return (
    <FormDialog<{ name: string }, unknown>
      title={drawer ? t('rename') : t('newDrawer')}
      values={{ name: drawer?.name ?? '' }}
      schema={schema}
      shown={shown}
      save={({ name }) => (drawer ? saveDrawer(drawer, name) : createDrawer(name))}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: cashKey })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} hint={t('nameHint')} autoFocus />
    </FormDialog>
  )
}
