'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Card, PageBody } from '@/components/ui/page-header'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { access } from '@/routes/access'
import { fetchTemplate, saveTemplate, templatesQuery } from '../api'
import { guestLocaleOf } from '../guest-locales'
import { writableCategories, type Category } from '../model'
import { useCategoryName, useTemplateName } from '../names'
import { beginningOf } from '../values'

/** A new template: what it is for, what it is called, and whose words it begins with. */
export function TemplateNewScreen() {
  const t = useTranslations('templates')
  const ts = useTranslations('shell')
  return (
    <PageBody width="narrow">
      <Guard permission={access.templateNew ?? []} fallback={<ScreenSkeleton />}>
        <SetupHeader
          page="templateNew"
          title={t('newTitle')}
          text={t('newText')}
          parents={[{ to: 'crmSettings', params: { tab: 'templates' }, label: ts('page_crmSettings') }]}
        />
        <NewTemplate />
      </Guard>
    </PageBody>
  )
}

const empty = 0

function NewTemplate() {
  const t = useTranslations('templates')
  const categoryName = useCategoryName()
  const [category, setCategory] = useState<Category>('reminder')
  const [name, setName] = useState('')
  const source = useSource(category)
  const { make, error } = useMake()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate({ category, from: source.from, name: name.trim() || categoryName(category) })
  }
  return (
    <form noValidate className="max-w-2xl space-y-5" onSubmit={submit}>
      <Card>
        <div className="space-y-5">
          <Select
            label={t('category')}
            options={writableCategories.map((id) => ({ id: id as Category, name: categoryName(id) }))}
            value={category}
            onChange={setCategory}
          />
          <TextField
            label={t('name')}
            hint={t('nameHint')}
            placeholder={categoryName(category)}
            value={name}
            onChange={setName}
            maxLength={120}
          />
          <RadioGroup label={t('beginWith')} options={source.options} value={source.from} onChange={source.choose} />
        </div>
      </Card>
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" look="primary" isPending={make.isPending}>
        {t('create')}
      </Button>
    </form>
  )
}

/** Whose words a new template of a kind may begin with. */
function useSource(category: Category) {
  const t = useTranslations('templates')
  const nameOf = useTemplateName()
  const { data = [] } = useQuery(templatesQuery)
  const [chosen, choose] = useState<number | null>(null)
  const fitting = data.filter((one) => one.category === category && !one.is_archived)
  const isThere = chosen === empty || fitting.some((one) => one.id === chosen)
  return {
    from: isThere ? chosen : (fitting[0]?.id ?? empty),
    choose,
    options: [
      ...fitting.map((one) => ({ id: one.id, name: t('wordsOf', { name: nameOf(one) }) })),
      { id: empty, name: t('beginEmpty'), note: t('beginEmptyNote') },
    ],
  }
}

type Wanted = { category: Category; from: number | null; name: string }

function useMake() {
  const t = useTranslations('templates')
  const queries = useQueryClient()
  const go = useGo()
  const errorText = useErrorText()
  const main = guestLocaleOf(useSession()?.properties.locale ?? 'en')
  const make = useMutation({
    mutationFn: async ({ category, from, name }: Wanted) => {
      const source = from ? await fetchTemplate(from) : null
      return saveTemplate(
        beginningOf({ category, name, main, source, greeting: t('firstWords', { name: '{{guest.first_name}}' }) }),
      )
    },
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
      go('templateEdit', { template: String(made.id) }, { replace: true })
    },
  })
  return { make, error: make.error && errorText(make.error) }
}
