'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/ui/search-field'
import { fieldsFor, groupedFields, type MergeFieldInfo } from '../model'
import { useFields } from './fields'

type Props = { onPick: (name: string) => void }

/** Every field with an example of what it becomes, found by typing. */
export function FieldPicker({ onPick }: Props) {
  const t = useTranslations('templateEditor')
  const [text, setText] = useState('')
  const found = fieldsFor(useFields(), text)
  const first = found[0]
  return (
    <div className="flex max-h-96 w-80 max-w-[90vw] flex-col">
      <div className="border-b p-2">
        <SearchField
          label={t('findField')}
          value={text}
          onChange={setText}
          onSubmit={() => first && onPick(first.name)}
          autoFocus
        />
      </div>
      <div tabIndex={-1} className="overflow-y-auto p-1 outline-none">
        {groupedFields(found).map(({ group, fields }) => (
          <section key={group} aria-label={group}>
            <h3 className="px-3 pt-3 pb-1 text-xs font-semibold text-faint">{group}</h3>
            {fields.map((field) => (
              <FieldRow key={field.name} field={field} onPick={onPick} />
            ))}
          </section>
        ))}
        {found.length === 0 && <p className="p-3 text-sm text-soft">{t('noField')}</p>}
      </div>
    </div>
  )
}

function FieldRow({ field, onPick }: Props & { field: MergeFieldInfo }) {
  return (
    <button
      type="button"
      onClick={() => onPick(field.name)}
      className="flex min-h-10 w-full items-baseline justify-between gap-3 rounded-md px-3 py-2 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
    >
      <bdi>{field.label}</bdi>
      {field.sample && <bdi className="max-w-36 truncate text-faint">{field.sample}</bdi>}
    </button>
  )
}
