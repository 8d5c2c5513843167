'use client'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { useFormat } from '@/lib/use-format'
import { previewQuery, type Preview as Rendered, type PreviewDraft } from '../api'
import { useFieldName } from '../editor/fields'
import { MailFrame, type Width } from './mail-frame'
import { TripChoice, type ChosenTrip } from './trip-choice'

const REST = 450

type Props = {
  template: number
  draft: PreviewDraft
  locale: string
  channel: 'email' | 'sms'
  trip: ChosenTrip | null | undefined
  onTrip: (trip: ChosenTrip | null) => void
}

/** The message as the guest of a real trip gets it, a moment after it is typed. */
export function Preview({ template, draft, locale, channel, trip, onTrip }: Props) {
  const t = useTranslations('templateEditor')
  const [width, setWidth] = useState<Width>('phone')
  const [isDark, setDark] = useState(false)
  const asked = useDebounced(JSON.stringify({ draft, locale, channel }), REST)
  const body = JSON.parse(asked) as Pick<Props, 'draft' | 'locale' | 'channel'>
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(template, { ...body, trip_id: trip?.id }),
    enabled: trip !== undefined,
  })
  return (
    <section aria-label={t('preview')} className="rounded-xl border bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-4 py-2">
        <h2 className="font-semibold">{t('preview')}</h2>
        {channel === 'email' && (
          <div role="group" aria-label={t('previewAs')} className="flex">
            <Look label={t('phone')} isOn={width === 'phone'} onPress={() => setWidth('phone')}>
              <Smartphone aria-hidden className="size-4" />
            </Look>
            <Look label={t('desktop')} isOn={width === 'desktop'} onPress={() => setWidth('desktop')}>
              <Monitor aria-hidden className="size-4" />
            </Look>
            <Look label={t('dark')} isOn={isDark} onPress={() => setDark(!isDark)}>
              {isDark ? <Moon aria-hidden className="size-4" /> : <Sun aria-hidden className="size-4" />}
            </Look>
          </div>
        )}
      </header>
      <div className="border-b px-4 py-2">
        <TripChoice trip={trip} onChoose={onTrip} />
      </div>
      <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
        {error && <Refusal error={error} />}
        {!data && !error && <Skeleton className="m-4 h-96 rounded-md" />}
        {data && !error && <Message {...{ rendered: data, channel, width, isDark, locale }} />}
      </div>
    </section>
  )
}

type LookProps = { label: string; isOn: boolean; onPress: () => void; children: ReactNode }

function Look({ label, isOn, onPress, children }: LookProps) {
  return (
    <IconButton
      label={label}
      title={label}
      aria-pressed={isOn}
      onPress={onPress}
      className={cx('size-9', isOn && 'bg-accent-wash text-accent')}
    >
      {children}
    </IconButton>
  )
}

function Refusal({ error }: { error: Error }) {
  const text = useErrorText()(error)
  return (
    <div className="p-4">
      <Notice tone="bad">{text}</Notice>
    </div>
  )
}

type MessageProps = Pick<Props, 'channel' | 'locale'> & { rendered: Rendered; width: Width; isDark: boolean }

function Message({ rendered, channel, width, isDark, locale }: MessageProps) {
  return (
    <>
      <Missing names={rendered.missing} />
      {channel === 'sms' ? (
        <Text text={rendered.sms} segments={rendered.segments} locale={locale} />
      ) : (
        <>
          <p className="border-b px-4 py-3">
            <bdi lang={locale} className="font-semibold">
              {rendered.subject}
            </bdi>
          </p>
          <MailFrame html={rendered.html} width={width} isDark={isDark} locale={locale} />
        </>
      )}
    </>
  )
}

/** Fields that this trip has nothing for, where no fallback says something instead. */
function Missing({ names }: { names: readonly string[] }) {
  const t = useTranslations('templateEditor')
  const nameOf = useFieldName()
  const format = useFormat()
  if (names.length === 0) return null
  return (
    <div className="border-b p-4">
      <Notice tone="warn">{t('missing', { count: names.length, names: format.list(names.map(nameOf)) })}</Notice>
    </div>
  )
}

function Text({ text, segments, locale }: { text: string; segments: number; locale: string }) {
  const t = useTranslations('templateEditor')
  return (
    <div className="space-y-2 px-4 py-5">
      {text ? (
        <p
          lang={locale}
          dir="auto"
          className="max-w-80 rounded-2xl rounded-bl-sm bg-sunken px-4 py-3 text-sm break-words whitespace-pre-line"
        >
          {text}
        </p>
      ) : (
        <p className="text-sm text-faint">{t('noText')}</p>
      )}
      <p className="text-sm text-faint">{t('segments', { count: segments })}</p>
    </div>
  )
}
