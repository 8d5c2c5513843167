'use client'
import type { Editor } from '@tiptap/react'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { PopoverButton } from '@/components/ui/popover-button'
import { afterPaint } from '@/lib/after-paint'
import { blockKinds, freeBlocks, type BlockKind } from '../model'
import { addBlock } from './blocks'

type Props = { editor: Editor; blocks: readonly string[] }

/** Everything that can be put into a mail, each with what it is good for. */
export function BlockMenu({ editor, blocks }: Props) {
  const t = useTranslations('templateEditor')
  const offered = blockKinds.filter((kind) => freeBlocks.includes(kind as 'button') || blocks.includes(kind))
  const add = (kind: BlockKind | 'horizontalRule') =>
    addBlock(
      editor,
      kind === 'horizontalRule'
        ? { type: kind }
        : { type: 'dataBlock', attrs: { kind, values: kind === 'button' ? { label: t('buttonWords') } : {} } },
    )
  return (
    <PopoverButton
      label={t('addBlock')}
      button={
        <Button size="sm" look="quiet">
          <Plus aria-hidden className="size-4" />
          {t('addBlock')}
        </Button>
      }
    >
      {(close) => (
        <ul className="max-h-[60dvh] w-80 max-w-[90vw] overflow-y-auto p-1">
          {[...offered, 'horizontalRule' as const].map((kind) => (
            <li key={kind}>
              <Row
                kind={kind}
                onPress={() => {
                  close()
                  afterPaint(() => add(kind))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </PopoverButton>
  )
}

function Row({ kind, onPress }: { kind: BlockKind | 'horizontalRule'; onPress: () => void }) {
  const t = useTranslations('templateEditor')
  return (
    <button
      type="button"
      onClick={onPress}
      className="block min-h-11 w-full rounded-md px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="block text-sm font-medium">{t(`block_${kind}`)}</span>
      <span className="block text-sm text-faint text-pretty">{t(`about_${kind}`)}</span>
    </button>
  )
}
