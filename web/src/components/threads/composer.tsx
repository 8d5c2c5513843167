'use client'
import { Send } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { DraftButton } from '@/components/assistant/draft-button'
import { ImproveButton } from '@/components/assistant/improve-button'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { cx } from '@/components/ui/cx'
import { TextField } from '@/components/ui/field'
import { Press } from '@/components/ui/press'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { SegmentCount } from './segment-count'
import type { Channel, Draft, Paper, Way, Ways } from './types'
import { useThreadWords } from './words'

type Props = {
  ways: Pick<Ways, 'ways' | 'default_channel'>
  /** Whether it is about a trip, whose papers may go along. */
  hasTrip: boolean
  /** The conversation of the inbox that an answer can be drafted for. */
  conversation?: number
  onSend: (draft: Draft) => Promise<unknown>
}

const empty = { subject: '', body: '', attachments: [] as Paper[] }

/** Where staff write: by which way, what, and what goes with it. Ctrl and Enter sends. */
export function Composer(props: Props) {
  const t = useTranslations('threads')
  const { channel, choose, draft, set, send, isReady, isPending } = useComposer(props)
  const isMail = channel === 'email'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form aria-label={t('answer')} className="space-y-3" onKeyDown={onKeyDown} onSubmit={onSubmit}>
      <WaySwitch ways={props.ways.ways} channel={channel} onChange={choose} />
      <Words channel={channel} hasPapers={isMail && props.hasTrip} draft={draft} set={set} />
      <Helpers conversation={props.conversation} isMail={isMail} body={draft.body} onChange={(body) => set({ body })} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-xs text-faint">
          <Aside channel={channel} text={draft.body} />
        </span>
        <Button look="primary" isDisabled={!isReady} isPending={isPending} onPress={() => void send()}>
          <Send aria-hidden className="size-4" />
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

/** What is worth knowing of a way: mail has a frame, a text has parts, WhatsApp has neither. */
function Aside({ channel, text }: { channel: Channel; text: string }) {
  const t = useTranslations('threads')
  if (channel === 'email') return t('inTheirLetter')
  return channel === 'sms' && <SegmentCount text={text} />
}

function useComposer({ ways, onSend }: Props) {
  const t = useTranslations('threads')
  const errorText = useErrorText()
  const [chosen, choose] = useState<Channel | null>(null)
  const [draft, setDraft] = useState(empty)
  const [isPending, setIsPending] = useState(false)
  const channel = chosen ?? ways.default_channel
  const way = ways.ways.find((one) => one.channel === channel)
  // Who wants no more messages gets none, and the row says so: that is for staff to see.
  const isReady = draft.body.trim() !== '' && !isPending && (!way?.reason || way.reason === 'opted_out')
  const send = async () => {
    if (!isReady) return
    setIsPending(true)
    try {
      await onSend({ channel, ...draft, ...(channel !== 'email' && { subject: '', attachments: [] }) })
      setDraft(empty)
      toast.success(t('sent'))
    } catch (problem) {
      toast.error(errorText(problem))
    } finally {
      setIsPending(false)
    }
  }
  // Some of it comes late, from a window: what was typed meanwhile elsewhere stays.
  const set = (changes: Partial<typeof empty>) => setDraft((now) => ({ ...now, ...changes }))
  return { channel, choose, draft, set, send, isReady, isPending }
}

type WordsProps = {
  channel: Channel
  hasPapers: boolean
  draft: typeof empty
  set: (changes: Partial<typeof empty>) => void
}

function Words({ channel, hasPapers, draft, set }: WordsProps) {
  const t = useTranslations('threads')
  const words = useThreadWords()
  const isMail = channel === 'email'
  const label = channel === 'whatsapp' ? words.way(channel) : isMail ? t('yourMail') : t('yourText')
  return (
    <>
      {isMail && (
        <TextField
          label={t('subject')}
          hint={t('subjectHint')}
          value={draft.subject}
          onChange={(subject) => set({ subject })}
          maxLength={160}
        />
      )}
      <TextField
        label={label}
        rows={3}
        value={draft.body}
        onChange={(body) => set({ body })}
        maxLength={isMail ? 4000 : 1600}
      />
      {hasPapers && <Papers papers={draft.attachments} onChange={(attachments) => set({ attachments })} />}
    </>
  )
}

type HelperProps = { conversation?: number; isMail: boolean; body: string; onChange: (body: string) => void }

/** What an assistant can do for an answer, where there is one. */
function Helpers({ conversation, isMail, body, onChange }: HelperProps) {
  const t = useTranslations('threads')
  const maxLen = isMail ? 4000 : 1600
  return (
    <div className="flex flex-wrap gap-1 empty:hidden">
      {conversation !== undefined && (
        <DraftButton conversation={conversation} text={body} maxLen={maxLen} onChange={onChange} />
      )}
      <ImproveButton
        of={isMail ? t('yourMail') : t('yourText')}
        text={body}
        purpose="reply"
        maxLen={maxLen}
        onChange={onChange}
      />
    </div>
  )
}

type SwitchProps = { ways: readonly Way[]; channel: Channel; onChange: (channel: Channel) => void }

/** By mail or by text, with where it goes; a way that is closed says why. */
function WaySwitch({ ways, channel, onChange }: SwitchProps) {
  const t = useTranslations('threads')
  const words = useThreadWords()
  const way = ways.find((one) => one.channel === channel)
  const shown = ways.filter((one) => one.reason !== 'not_connected' || one.channel !== 'whatsapp')
  return (
    <div className="space-y-1.5">
      <div role="group" aria-label={t('by')} className="flex flex-wrap gap-1.5">
        {shown.map((one) => (
          <Press
            key={one.channel}
            aria-pressed={one.channel === channel}
            onPress={() => onChange(one.channel)}
            className={cx(
              'inline-flex min-h-9 items-center rounded-full border px-3 text-sm pointer-coarse:min-h-11',
              one.channel === channel ? 'border-accent bg-accent-wash text-accent' : 'bg-surface text-soft',
            )}
          >
            {words.way(one.channel)}
          </Press>
        ))}
      </div>
      {way && (
        <p className={cx('text-xs', way.reason ? 'text-warn' : 'text-faint')}>
          {way.reason ? words.reason(way.reason) : t.rich('goesTo', { address: () => <bdi>{way.to}</bdi> })}
        </p>
      )}
    </div>
  )
}

function Papers({ papers, onChange }: { papers: Paper[]; onChange: (papers: Paper[]) => void }) {
  const t = useTranslations('threads')
  const all: Paper[] = ['voucher', 'invoice']
  return (
    <div role="group" aria-label={t('attach')} className="flex flex-wrap gap-x-5 gap-y-1">
      {all.map((paper) => (
        <Checkbox
          key={paper}
          isSelected={papers.includes(paper)}
          onChange={(isOn) => onChange(isOn ? [...papers, paper] : papers.filter((one) => one !== paper))}
        >
          {t(`attach_${paper}`)}
        </Checkbox>
      ))}
    </div>
  )
}
