'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'

/** For tickets that no camera reads. A scanner that types and presses Enter works in here as well. */
export function CodeForm({ onText }: { onText: (text: string) => void }) {
  const t = useTranslations('scanner')
  const [typed, setTyped] = useState('')
  return (
    <form
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!typed.trim()) return
        onText(typed)
        setTyped('')
      }}
    >
      <TextField
        className="min-w-0 grow"
        label={t('code')}
        placeholder="WXYZ-2345"
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <Button type="submit">{t('find')}</Button>
    </form>
  )
}
