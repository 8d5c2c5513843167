'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './ui/button'

/** Text to be pasted elsewhere, with a button that copies it. */
export function CopyBox({ text, label }: { text: string; label: string }) {
  const t = useTranslations('common')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <div className="overflow-hidden rounded-md border bg-sunken">
      <pre
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto p-4 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap select-all"
      >
        <code>{text}</code>
      </pre>
      <div className="flex justify-end border-t bg-surface p-2">
        <Button
          size="sm"
          onPress={() =>
            navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {isCopied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
          <span aria-live="polite">{isCopied ? t('copied') : t('copy')}</span>
        </Button>
      </div>
    </div>
  )
}
