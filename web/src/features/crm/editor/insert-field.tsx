'use client'
import type { Editor } from '@tiptap/react'
import type { ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import { PopoverButton } from '@/components/ui/popover-button'
import { afterPaint } from '@/lib/after-paint'
import { FieldPicker } from './field-picker'

/** A button that puts a field where the cursor is. */
export function InsertField({ editor, button }: { editor: Editor | null; button: ReactElement }) {
  const t = useTranslations('templateEditor')
  const insert = (name: string) =>
    editor
      ?.chain()
      .focus()
      .insertContent({ type: 'mergeField', attrs: { name, fallback: '' } })
      .run()
  return (
    <PopoverButton label={t('insertField')} button={button}>
      {(close) => (
        <FieldPicker
          onPick={(name) => {
            close()
            afterPaint(() => insert(name))
          }}
        />
      )}
    </PopoverButton>
  )
}
