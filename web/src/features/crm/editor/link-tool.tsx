'use client'
import { useEditorState, type Editor } from '@tiptap/react'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { TextField } from '@/components/ui/field'
import { PopoverButton } from '@/components/ui/popover-button'
import { Select } from '@/components/ui/select'
import { afterPaint } from '@/lib/after-paint'
import { piecesOf, writtenField } from '../merge-text'
import { useFields } from './fields'

/** Words that lead somewhere: to a page of the guest's own, or to an address. */
export function LinkTool({ editor }: { editor: Editor }) {
  const t = useTranslations('templateEditor')
  const isOn = useEditorState({ editor, selector: ({ editor: one }) => one.isActive('link') })
  return (
    <PopoverButton
      label={t('link')}
      button={
        <IconButton
          label={t('link')}
          title={t('link')}
          aria-pressed={isOn}
          className={cx('size-9', isOn && 'bg-accent-wash text-accent')}
        >
          <Link2 aria-hidden className="size-4" />
        </IconButton>
      }
    >
      {(close) => <LinkForm editor={editor} onDone={close} />}
    </PopoverButton>
  )
}

const elsewhere = 'url'

/** An address as people type it, with what it begins with. */
const withScheme = (text: string) =>
  /^(https?:|mailto:|tel:|\{\{)/i.test(text) ? text : text.includes('@') ? `mailto:${text}` : `https://${text}`

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useTranslations('templateEditor')
  const link = useLink(editor, onDone)
  return (
    <form
      className="w-80 max-w-[90vw] space-y-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        link.set()
      }}
    >
      <Select label={t('leadsTo')} options={link.targets} value={link.target} onChange={link.setTarget} />
      {link.target === elsewhere && (
        <TextField
          label={t('address')}
          placeholder="https://"
          value={link.address}
          onChange={link.setAddress}
          isRequired
          autoFocus
        />
      )}
      <div className="flex justify-end gap-3">
        {link.isThere && (
          <Button size="sm" look="danger" onPress={link.remove}>
            {t('removeLink')}
          </Button>
        )}
        <Button size="sm" look="primary" type="submit">
          {t('setLink')}
        </Button>
      </div>
    </form>
  )
}

/** The link under the cursor, as its form shows and changes it. */
function useLink(editor: Editor, onDone: () => void) {
  const t = useTranslations('templateEditor')
  const before = String(editor.getAttributes('link').href ?? '')
  const [piece] = piecesOf(before)
  const pages = useFields().filter((field) => field.kind === 'url')
  const [target, setTarget] = useState(piece && 'name' in piece ? piece.name : elsewhere)
  const [address, setAddress] = useState(target === elsewhere ? before : '')
  const set = () => {
    const href = target === elsewhere ? withScheme(address.trim()) : writtenField({ name: target, fallback: '' })
    onDone()
    afterPaint(() => setLink(editor, href, pages.find((one) => one.name === target)?.label ?? address))
  }
  const remove = () => {
    onDone()
    afterPaint(() => editor.chain().focus().extendMarkRange('link').unsetLink().run())
  }
  const targets = [
    ...pages.map(({ name, label }) => ({ id: name, name: label })),
    { id: elsewhere, name: t('anAddress') },
  ]
  return { isThere: !!before, targets, target, setTarget, address, setAddress, set, remove }
}

/** Makes the chosen words a link; where none are chosen, the link says its name. */
function setLink(editor: Editor, href: string, name: string) {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link')) {
    chain.insertContent({ type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] }).run()
    return
  }
  chain.setLink({ href }).run()
}
