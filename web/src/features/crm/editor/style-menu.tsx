'use client'
import { useEditorState, type Editor } from '@tiptap/react'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'

const styles = ['text', 'heading1', 'heading2', 'heading3', 'quote'] as const
type Style = (typeof styles)[number]

function styleOf({ editor }: { editor: Editor }): Style {
  if (editor.isActive('blockquote')) return 'quote'
  const level = ([1, 2, 3] as const).find((one) => editor.isActive('heading', { level: one }))
  return level ? `heading${level}` : 'text'
}

function choose(editor: Editor, style: Style) {
  const chain = editor.chain().focus()
  if (style === 'quote') return chain.setParagraph().setBlockquote().run()
  const plain = editor.isActive('blockquote') ? chain.unsetBlockquote() : chain
  if (style === 'text') return plain.setParagraph().run()
  return plain.setHeading({ level: Number(style.slice(-1)) as 1 | 2 | 3 }).run()
}

/** Whether a block is a title or text. */
export function StyleMenu({ editor }: { editor: Editor }) {
  const t = useTranslations('templateEditor')
  const current = useEditorState({ editor, selector: styleOf })
  return (
    <Menu
      label={t('textStyle')}
      entries={styles.map((style) => ({
        id: style,
        label: t(`style_${style}`),
        isChosen: style === current,
        onAction: () => choose(editor, style),
      }))}
    >
      <Button size="sm" look="quiet" aria-label={`${t('textStyle')}: ${t(`style_${current}`)}`}>
        {t(`style_${current}`)}
        <ChevronDown aria-hidden className="size-4 text-faint" />
      </Button>
    </Menu>
  )
}
