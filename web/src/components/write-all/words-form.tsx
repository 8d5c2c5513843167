'use client'
import { useTranslations } from 'use-intl'
import { SegmentCount } from '@/components/threads/segment-count'
import type { Channel } from '@/components/threads/types'
import { useThreadWords } from '@/components/threads/words'
import { TextField } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/lib/use-format'
import type { Found, Wish, WriteScope } from './types'

type Template = { id: number; name: string; channel: string }
type Props = {
  scope: WriteScope
  wish: Wish
  onChange: (wish: Wish) => void
  templates: Template[]
  found: Found | undefined
}

const byHand = 0
const channels: Channel[] = ['email', 'sms']

/** To whom, by which way, from which template or by hand. */
export function WordsForm({ scope, wish, onChange, templates, found }: Props) {
  const t = useTranslations('threads')
  const set = (changes: Partial<Wish>) => onChange({ ...wish, ...changes })
  return (
    <div className="space-y-5">
      <Whom scope={scope} wish={wish} set={set} />
      <How wish={wish} set={set} templates={templates} />
      {wish.template === null ? (
        <ByHand wish={wish} set={set} />
      ) : (
        <TextField
          label={t('note')}
          hint={t('noteHint')}
          rows={3}
          value={wish.note}
          onChange={(note) => set({ note })}
          maxLength={2000}
        />
      )}
      {found && (
        <p aria-live="polite" className="text-sm text-soft">
          {t('reaches', { count: found.recipients_cnt })}{' '}
          {found.skipped.length > 0 && t('leavesOut', { count: found.skipped.reduce((sum, one) => sum + one.cnt, 0) })}
        </p>
      )}
    </div>
  )
}

type PartProps = { wish: Wish; set: (changes: Partial<Wish>) => void }

function Whom({ scope, wish, set }: PartProps & { scope: WriteScope }) {
  const t = useTranslations('threads')
  const format = useFormat()
  return (
    <RadioGroup
      label={t('whom')}
      value={wish.isWholeDay ? 'day' : 'one'}
      onChange={(value) => set({ isWholeDay: value === 'day' })}
      options={[
        { id: 'one', name: t('whomOne', { time: format.time(scope.time) }) },
        { id: 'day', name: t('whomDay', { name: scope.experience.name, day: format.day(scope.date) }) },
      ]}
    />
  )
}

function How({ wish, set, templates }: PartProps & { templates: Template[] }) {
  const t = useTranslations('threads')
  const words = useThreadWords()
  const isMail = wish.channel === 'email'
  const fitting = templates.filter(({ channel }) => channel === 'both' || (channel === 'email') === isMail)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('by')}
        value={wish.channel}
        onChange={(channel) => set({ channel, template: null })}
        options={channels.map((one) => ({ id: one, name: words.way(one) }))}
      />
      <Select
        label={t('template')}
        value={wish.template ?? byHand}
        onChange={(id) => set({ template: id === byHand ? null : id })}
        options={[{ id: byHand, name: t('byHand') }, ...fitting.map(({ id, name }) => ({ id, name }))]}
      />
    </div>
  )
}

function ByHand({ wish, set }: PartProps) {
  const t = useTranslations('threads')
  const isMail = wish.channel === 'email'
  return (
    <>
      {isMail && (
        <TextField
          label={t('subject')}
          hint={t('subjectHint')}
          value={wish.subject}
          onChange={(subject) => set({ subject })}
          maxLength={160}
        />
      )}
      <TextField
        label={isMail ? t('yourMail') : t('yourText')}
        hint={isMail ? t('mergeHint', { field: '{{guest.first_name}}' }) : <SegmentCount text={wish.body} />}
        rows={6}
        value={wish.body}
        onChange={(body) => set({ body })}
        maxLength={isMail ? 20_000 : 1600}
      />
    </>
  )
}
