'use client'
import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ReorderList } from '@/components/ui/reorder-list'
import { moveOf } from '@/lib/moved'
import { mostQuestions, newQuestion, wordOf, type TemplateValues } from '../model'
import { QuestionRow } from './question-row'

type Props = { shown: string; main: string }

/** What is asked beside the text, in the order in which it is asked. */
export function Questions({ shown, main }: Props) {
  const t = useTranslations('waiverTemplates')
  const { control, getValues } = useFormContext<TemplateValues>()
  const rows = useFieldArray({ control, name: 'questions', keyName: 'rowKey' })
  const keys = rows.fields.map((row) => row.rowKey)
  const nameAt = (index: number) =>
    wordOf(getValues(`questions.${index}.labels`) ?? {}, shown, main) || t('questionN', { n: index + 1 })
  const reorder = (ids: string[]) => {
    const move = moveOf(keys, ids)
    if (move) rows.move(...move)
  }
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="pb-1 font-medium">{t('questions')}</legend>
      <p className="text-sm text-soft">{t('questionsText')}</p>
      {keys.length > 0 && (
        <ReorderList
          label={t('questions')}
          items={keys.map((id, index) => ({ id, index, name: nameAt(index) }))}
          onReorder={reorder}
          isDisabled={keys.length < 2}
          row={({ index }) => (
            <QuestionRow index={index} shown={shown} main={main} onRemove={() => rows.remove(index)} />
          )}
        />
      )}
      {keys.length < mostQuestions && (
        <Button size="sm" onPress={() => rows.append(newQuestion(), { shouldFocus: false })}>
          <Plus aria-hidden className="size-4" />
          {t('addQuestion')}
        </Button>
      )}
    </fieldset>
  )
}
