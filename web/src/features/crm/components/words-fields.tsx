'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ImproveButton } from '@/components/assistant/improve-button'
import { useField } from '@/components/form-fields'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import type { DocNode } from '../document'
import { DocumentField } from '../editor/document-field'
import { useFields } from '../editor/fields'
import { LineField } from '../editor/line-field'
import { filledLine } from '../merge-text'
import { segmentsOf } from '../segments'
import type { TemplateValues } from '../values'

type Props = {
  shown: string
  channel: 'email' | 'sms'
  onChannel: (channel: 'email' | 'sms') => void
  blocks: readonly string[]
}

/** The words of one language: the email's or the text's. */
export function WordsFields({ shown, channel, onChannel, blocks }: Props) {
  const wanted = useWatch<TemplateValues, 'channel'>({ name: 'channel' })
  const open = wanted === 'both' ? channel : wanted
  return (
    <>
      {wanted === 'both' && <ChannelChoice value={channel} onChange={onChannel} />}
      {open === 'email' ? <EmailFields shown={shown} blocks={blocks} /> : <TextField shown={shown} />}
    </>
  )
}

const channels = ['email', 'sms'] as const

function ChannelChoice({ value, onChange }: { value: 'email' | 'sms'; onChange: Props['onChannel'] }) {
  const t = useTranslations('templateEditor')
  return (
    <div role="group" aria-label={t('channel')} className="inline-flex rounded-md border border-line-strong p-0.5">
      {channels.map((one) => (
        <Press
          key={one}
          aria-pressed={one === value}
          onPress={() => onChange(one)}
          className={cx(
            'min-h-9 rounded-sm px-4 text-sm font-medium pointer-coarse:min-h-11',
            one === value ? 'bg-accent-wash text-accent' : 'text-soft hover:text-ink',
          )}
        >
          {t(`channel_${one}`)}
        </Press>
      ))}
    </div>
  )
}

function EmailFields({ shown, blocks }: Pick<Props, 'shown' | 'blocks'>) {
  const t = useTranslations('templateEditor')
  const subject = useField<string>(`texts.${shown}.subject`)
  const preheader = useField<string>(`texts.${shown}.preheader`)
  const document = useField<DocNode>(`texts.${shown}.document`)
  return (
    <>
      <LineField
        label={t('subject')}
        locale={shown}
        value={subject.value ?? ''}
        onChange={subject.onChange}
        error={subject.error}
      />
      <LineField
        label={t('preheader')}
        hint={t('preheaderHint')}
        locale={shown}
        value={preheader.value ?? ''}
        onChange={preheader.onChange}
        error={preheader.error}
      />
      <DocumentField
        label={t('email')}
        locale={shown}
        value={document.value}
        onChange={document.onChange}
        blocks={blocks}
      />
      {document.error && (
        <p role="alert" className="text-sm text-bad">
          {document.error}
        </p>
      )}
    </>
  )
}

function TextField({ shown }: { shown: string }) {
  const t = useTranslations('templateEditor')
  const text = useField<string>(`texts.${shown}.sms_text`)
  const fields = useFields()
  const { formState } = useFormContext<TemplateValues>()
  const sample = (name: string) => fields.find((one) => one.name === name)?.sample || 'https://example.com/t/1a2b3c'
  const filled = filledLine(text.value ?? '', ({ name }) => sample(name))
  const count = segmentsOf(filled)
  return (
    <div className="space-y-2">
      <LineField
        label={t('channel_sms')}
        hint={t('smsHint')}
        locale={shown}
        value={text.value ?? ''}
        onChange={text.onChange}
        error={formState.isSubmitted ? text.error : undefined}
        isMultiline
        after={
          <span
            role="status"
            className={cx('text-sm tabular-nums', count > 1 ? 'font-medium text-warn' : 'text-faint')}
          >
            {t('segments', { count })}
          </span>
        }
      />
      <ImproveButton
        of={t('channel_sms')}
        text={text.value ?? ''}
        purpose="text_message"
        locale={shown}
        maxLen={1000}
        onChange={text.onChange}
      />
    </div>
  )
}
