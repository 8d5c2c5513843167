'use client'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { keepKeys } from '@/components/ui/keep-keys'
import { moveActive, type EntryGroup } from '../palette/entries'
import { useGroups } from '../palette/use-groups'
import { useRun } from '../palette/use-run'
import { PaletteFoot, PaletteNews } from './palette-foot'
import { optionId, PaletteList } from './palette-list'

type Props = {
  scope: 'search' | 'create'
  /** What was typed before it was here. */
  typed: string
  onClose: () => void
}

/** Search anything, go anywhere, do anything, without leaving the keyboard. */
export function Palette({ scope, typed, onClose }: Props) {
  const t = useTranslations('shell')
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-50 flex justify-center bg-black/40 sm:items-start sm:px-6 sm:pt-[12vh]"
    >
      <Modal className="h-dvh w-full bg-raised sm:h-auto sm:max-w-xl sm:rounded-xl sm:border sm:shadow-float">
        <Dialog
          ref={keepKeys}
          aria-label={scope === 'create' ? t('create') : t('find')}
          className="flex h-full flex-col outline-none"
        >
          <PaletteBody scope={scope} typed={typed} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The active line: the first one again after each letter, the same one while results come in. */
function useActive(groups: EntryGroup[], query: string) {
  const entries = groups.flatMap((group) => group.entries)
  const [chosen, setChosen] = useState<{ id: string; query: string } | null>(null)
  const kept = chosen?.query === query ? entries.findIndex((entry) => entry.id === chosen.id) : -1
  const active = Math.max(kept, 0)
  const choose = (index: number) => setChosen({ id: entries[index]?.id ?? '', query })
  return { entries, active, choose }
}

function PaletteBody({ scope, typed, onClose }: Props) {
  const id = useId()
  const [query, setQuery] = useState(typed)
  const state = useGroups(scope, query)
  const { entries, active, choose } = useActive(state.groups, query)
  const run = useRun(onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = moveActive(event.key, active, entries.length)
    const entry = entries[active]
    if (next !== null) choose(next)
    else if (event.key === 'Enter' && entry) run(entry, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <>
      <PaletteInput
        scope={scope}
        query={query}
        onQuery={setQuery}
        onKeyDown={onKeyDown}
        listId={id}
        activeId={entries[active] && optionId(id, entries[active].id)}
        onClose={onClose}
      />
      <PaletteList id={id} groups={state.groups} activeId={entries[active]?.id} query={query} onRun={run} />
      <PaletteNews state={state} query={query} count={entries.length} />
      <PaletteFoot />
    </>
  )
}

type InputProps = Omit<Props, 'typed'> & {
  query: string
  onQuery: (query: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  listId: string
  activeId: string | undefined
}

function PaletteInput({ scope, query, onQuery, onKeyDown, listId, activeId, onClose }: InputProps) {
  const t = useTranslations('search')
  const tc = useTranslations('common')
  const placeholder = scope === 'create' ? t('placeholderNew') : t('placeholder')
  return (
    <div className="flex shrink-0 items-center gap-3 border-b px-4">
      <Search aria-hidden className="size-5 shrink-0 text-faint" />
      <input
        autoFocus
        type="text"
        role="combobox"
        aria-label={placeholder}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={placeholder}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-14 min-w-0 grow bg-transparent text-base outline-none placeholder:text-faint"
      />
      <button type="button" onClick={onClose} className="min-h-11 shrink-0 text-sm text-soft sm:hidden">
        {tc('close')}
      </button>
    </div>
  )
}
