'use client'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { languageName } from '@/lib/languages'
import { LanguageDialog } from './language-dialog'
import { Button } from './ui/button'

/** The present language by its own name; opens the choice. */
export function LanguageButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="sm" className="self-start" onPress={() => setOpen(true)}>
        <Languages aria-hidden className="size-4" />
        {languageName(useLocale())}
      </Button>
      <LanguageDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
