'use client'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormText, useField } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { ReorderList } from '@/components/ui/reorder-list'
import { moveOf } from '@/lib/moved'
import { mostOptions, newOption, questionKinds, wordOf, type Labels, type TemplateValues } from '../model'

type Props = { index: number; shown: string; main: string }

/** One question: its words in the language that is shown, how it is answered, whether it must be. */
export function QuestionRow({ index, shown, main, onRemove }: Props & { onRemove: () => void }) {
  const t = useTranslations('waiverTemplates')
  const name = `questions.${index}` as const
  const n = index + 1
  const { value: kind } = useField<string>(`${name}.kind`)
  return (
    <div className="space-y-3 py-1">
      <div className="flex items-start gap-1">
        <Words name={name} label={t('questionN', { n })} shown={shown} main={main} />
        <IconButton label={t('removeQuestion', { n })} onPress={onRemove} className="mt-0.5 shrink-0">
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <FormSelect
          name={`${name}.kind`}
          label={t('answerN', { n })}
          isLabelHidden
          options={questionKinds.map((id) => ({ id, name: t(`question_${id}`) }))}
          className="w-full sm:w-52"
        />
        <FormSwitch name={`${name}.is_required`}>{t('isRequired')}</FormSwitch>
      </div>
      {kind === 'choice' && <OptionRows index={index} shown={shown} main={main} />}
    </div>
  )
}

type WordsProps = { name: `questions.${number}` | `questions.${number}.options.${number}`; label: string }

/** Words in the language that is shown; what they are in the main one stands in the empty field. */
function Words({ name, label, shown, main }: WordsProps & Omit<Props, 'index'>) {
  const labels = useWatch<TemplateValues>({ name: `${name}.labels` }) as Labels | undefined
  return (
    <div className="min-w-0 grow">
      <FormText
        name={`${name}.labels.${shown}`}
        label={label}
        isLabelHidden
        placeholder={shown === main ? label : wordOf(labels ?? {}, main, main) || label}
        maxLength={160}
      />
    </div>
  )
}

type OptionProps = Omit<Props, 'index'> & { name: WordsProps['name']; n: number; onRemove: () => void }

function OptionRow({ name, n, shown, main, onRemove }: OptionProps) {
  const t = useTranslations('waiverTemplates')
  return (
    <div className="flex items-start gap-1">
      <Words name={name} label={t('optionN', { n })} shown={shown} main={main} />
      <IconButton label={t('removeOption', { n })} onPress={onRemove} className="mt-0.5 shrink-0">
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function OptionRows({ index, shown, main }: Props) {
  const t = useTranslations('waiverTemplates')
  const { control, getFieldState, formState } = useFormContext<TemplateValues>()
  const name = `questions.${index}.options` as const
  const rows = useFieldArray({ control, name, keyName: 'rowKey' })
  const keys = rows.fields.map((row) => row.rowKey)
  const problem = getFieldState(name, formState).error
  const reorder = (ids: string[]) => {
    const move = moveOf(keys, ids)
    if (move) rows.move(...move)
  }
  return (
    <div className="space-y-3">
      {keys.length > 0 && (
        <ReorderList
          label={t('options')}
          items={keys.map((id, at) => ({ id, at, name: t('optionN', { n: at + 1 }) }))}
          onReorder={reorder}
          isDisabled={keys.length < 2}
          row={({ at }) => (
            <OptionRow name={`${name}.${at}`} n={at + 1} shown={shown} main={main} onRemove={() => rows.remove(at)} />
          )}
        />
      )}
      {problem?.message && (
        <p role="alert" className="text-sm text-bad">
          {problem.message === 'options' ? t('needOptions') : problem.message}
        </p>
      )}
      {keys.length < mostOptions && (
        <Button size="sm" onPress={() => rows.append(newOption(), { shouldFocus: false })}>
          <Plus aria-hidden className="size-4" />
          {t('addOption')}
        </Button>
      )}
    </div>
  )
}
