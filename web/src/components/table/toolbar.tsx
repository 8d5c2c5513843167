'use client'
import { ListFilter } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { SearchField } from '@/components/ui/search-field'
import { useDebounced } from '@/lib/use-debounced'
import type { ViewState } from './model'
import { Tools, type ToolsProps } from './toolbar-tools'

type Props = Omit<ToolsProps, 'onChange'> & {
  views: ReactNode
  search: string
  searchLabel: string
  hasSearch: boolean
  onChange: (changes: Partial<ViewState> & { search?: string }) => void
  onFilter: (key: string) => void
}

/** Above a list: its view, a search, and what to show of it in which order. */
export function Toolbar(props: Props) {
  const { views, columns, labels, search, searchLabel, hasSearch, onChange, onFilter } = props
  const t = useTranslations('tables')
  const filterable = columns.filter((column) => column.is_filterable)
  const entries = filterable.map(({ key }) => ({ id: key, label: labels.column(key), onAction: () => onFilter(key) }))
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {views}
      {hasSearch && <Searching label={searchLabel} value={search} onChange={(text) => onChange({ search: text })} />}
      {entries.length > 0 && (
        <Menu label={t('addFilter')} entries={entries}>
          <Button>
            <ListFilter aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('filter')}</span>
          </Button>
        </Menu>
      )}
      <Tools {...props} />
    </div>
  )
}

function Searching({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    setText(value)
  }
  const rested = useDebounced(text, 250)
  useEffect(() => {
    if (rested === text && rested.trim() !== value) onChange(rested.trim().slice(0, 100))
    // Only what was typed and has rested goes to the address; the address itself may change at any time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rested])
  return (
    <SearchField
      label={label}
      value={text}
      onChange={setText}
      className="min-w-40 grow max-sm:order-last max-sm:basis-full sm:max-w-72"
    />
  )
}
