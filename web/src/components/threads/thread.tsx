'use client'
import { MessageBubble } from './message-bubble'
import { MessageCard } from './message-card'
import { isSpoken, type Message } from './types'

type Props = { messages: readonly Message[]; zone: string; onChanged: () => void; label: string }

/** A whole conversation, oldest first: what people wrote as bubbles, letters as cards between them. */
export function Thread({ messages, zone, onChanged, label }: Props) {
  return (
    <ol aria-label={label} className="flex flex-col gap-4">
      {messages.map((message) =>
        isSpoken(message) ? (
          <MessageBubble key={message.id} {...{ message, zone, onChanged }} />
        ) : (
          <MessageCard key={message.id} {...{ message, zone, onChanged }} />
        ),
      )}
    </ol>
  )
}
