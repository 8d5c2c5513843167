'use client'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { Notice } from '../ui/notice'

type Props = { codes: string[]; onDone: () => void }

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'outfitter-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}

/** Ten codes, shown once: whoever goes on says that they are kept. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useTranslations('security')
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="info">{t('recoveryText')}</Notice>
      <ol
        aria-label={t('recoveryCodes')}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border bg-sunken px-5 py-4 font-mono tabular-nums select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} />
        <Button onPress={() => download(`Outfitter\n\n${text}\n`)}>
          <Download aria-hidden className="size-4" />
          {t('download')}
        </Button>
      </div>
      <Checkbox isSelected={isKept} onChange={setKept}>
        {t('recoveryKept')}
      </Checkbox>
      <Button look="primary" isDisabled={!isKept} onPress={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const t = useTranslations('common')
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
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
  )
}
