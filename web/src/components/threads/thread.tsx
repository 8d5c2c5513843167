'use client'
import { useTranslations } from 'use-intl'
import { MessageBubble } from './message-bubble'
import { MessageCard } from './message-card'
import { isPlanned, isSpoken, type Message } from './types'

type Props = { messages: readonly Message[]; zone: string; onChanged: () => void; label: string }

/** A whole conversation, oldest first: what people wrote as bubbles, letters as cards between them, what is to come last. */
export function Thread({ messages, zone, onChanged, label }: Props) {
  const said = messages.filter((message) => !isPlanned(message))
  return (
    <ol aria-label={label} className="flex flex-col gap-4">
      {said.map((message) =>
        isSpoken(message) ? (
          <MessageBubble key={message.id} {...{ message, zone, onChanged }} />
        ) : (
          <MessageCard key={message.id} {...{ message, zone, onChanged }} />
        ),
      )}
      <Planned messages={messages.filter(isPlanned)} {...{ zone, onChanged }} />
    </ol>
  )
}

/** What goes out automatically later on, in order of time: one line until somebody asks. */
function Planned({ messages, zone, onChanged }: Omit<Props, 'label'>) {
  const t = useTranslations('threads')
  if (messages.length === 0) return null
  const next = [...messages].sort((a, b) => (a.scheduled_at ?? '').localeCompare(b.scheduled_at ?? ''))
  return (
    <li>
      <details className="text-center">
        <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-full border px-3 text-sm text-soft hover:border-line-strong pointer-coarse:min-h-11">
          {t('planned', { count: next.length })}
        </summary>
        <ol className="mt-4 flex flex-col gap-4 text-start">
          {next.map((message) => (
            <MessageCard key={message.id} {...{ message, zone, onChanged }} />
          ))}
        </ol>
      </details>
    </li>
  )
}
