'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { framingQuery, saveFraming, type Framing } from '../api'
import { sitesOf } from '../code'

type Choice = 'anybody' | 'listed'

function useSave() {
  const t = useTranslations('embed')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: saveFraming,
    onSuccess: (now) => {
      queries.setQueryData(framingQuery.queryKey, now)
      toast(t('framingSaved'))
    },
    onError: (error) => {
      if (error instanceof ApiError && 'framing_origins' in error.fields) return
      toast.error(errorText(error))
      void queries.invalidateQueries({ queryKey: framingQuery.queryKey })
    },
  })
}

function Sites({ text, onChange, isWrong }: { text: string; onChange: (text: string) => void; isWrong: boolean }) {
  const t = useTranslations('embed')
  return (
    <TextField
      label={t('sites')}
      hint={t('sitesHint')}
      value={text}
      onChange={onChange}
      rows={4}
      spellCheck={false}
      placeholder={'www.example.com\n*.example.org'}
      error={isWrong ? t('badSites') : undefined}
    />
  )
}

function Form({ framing }: { framing: Framing }) {
  const t = useTranslations('embed')
  const [choice, setChoice] = useState<Choice>(framing.is_framing_limited ? 'listed' : 'anybody')
  const [text, setText] = useState(framing.framing_origins.join('\n'))
  const save = useSave()
  const isWrong = save.error instanceof ApiError && 'framing_origins' in save.error.fields
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        const origins = sitesOf(text)
        save.mutate({ is_framing_limited: choice === 'listed', framing_origins: origins, version: framing.version })
      }}
    >
      <RadioGroup<Choice>
        label={t('framing')}
        isLabelHidden
        value={choice}
        onChange={setChoice}
        options={[
          { id: 'anybody', name: t('framing_anybody'), note: t('framing_anybodyNote') },
          { id: 'listed', name: t('framing_listed'), note: t('framing_listedNote') },
        ]}
      />
      {choice === 'listed' && <Sites text={text} onChange={setText} isWrong={isWrong} />}
      <Button type="submit" isPending={save.isPending}>
        {t('framingSave')}
      </Button>
    </form>
  )
}

/** Which sites browsers let show the calendar. */
export function FramingCard() {
  const t = useTranslations('embed')
  const { data, error, refetch } = useQuery(framingQuery)
  return (
    <Card title={t('framing')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && <Form key={data.version} framing={data} />}
    </Card>
  )
}
