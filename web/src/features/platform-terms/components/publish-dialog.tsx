'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TosDesk, TosDraft } from '@/api/platform-models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { languageName } from '@/lib/languages'
import { toast } from '@/lib/toast'
import { deleteDraft, publishDraft, termsQuery } from '../api'

/** The draft as operators will read it, and the last step: what is published never changes. */
export function PublishDialog({ draft, onClose }: { draft: TosDraft; onClose: () => void }) {
  const t = useTranslations('platformTerms')
  const [locale, setLocale] = useState('en')
  const errorText = useErrorText()
  const publish = useDeed(publishDraft, t('published'), onClose)
  const remove = useDeed(deleteDraft, t('deleted'), onClose)
  const error = publish.error ?? remove.error
  const text = draft.texts[locale]
  const footer = (
    <>
      <Button look="danger" onPress={() => remove.mutate(draft)} isPending={remove.isPending}>
        {t('delete')}
      </Button>
      <Button look="primary" onPress={() => publish.mutate(draft)} isPending={publish.isPending}>
        {t('publish')}
      </Button>
    </>
  )
  return (
    <Dialog size="lg" title={text?.title ?? ''} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-4">
        <p className="text-pretty text-soft">{t('publishText', { days: draft.notice_days })}</p>
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
        <Select
          label={t('languages')}
          options={Object.keys(draft.texts).map((id) => ({ id, name: languageName(id) }))}
          value={locale}
          onChange={setLocale}
        />
        {text && <Words locale={locale} text={text} />}
      </div>
    </Dialog>
  )
}

function useDeed(deed: (draft: TosDraft) => Promise<TosDesk>, told: string, onClose: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: deed,
    onSuccess: (desk) => {
      queries.setQueryData(termsQuery.queryKey, desk)
      toast(told)
      onClose()
    },
  })
}

function Words({ locale, text }: { locale: string; text: TosDraft['texts'][string] }) {
  return (
    <>
      <article
        lang={locale}
        tabIndex={0}
        aria-label={text.title}
        className="max-h-[45dvh] overflow-y-auto rounded-md border bg-sunken p-4 text-sm [&_h2]:mt-4 [&_h2]:font-semibold [&_p]:mt-2"
        // Cleaned by the server, as it would be published.
        dangerouslySetInnerHTML={{ __html: text.body_html }}
      />
      <p className="text-xs break-all text-faint">SHA-256 {text.sha256}</p>
    </>
  )
}
