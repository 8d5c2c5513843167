'use client'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { TabLinks, Tabs } from '@/components/ui/tabs'
import { Tooltip } from '@/components/ui/tooltip'
import { toast } from '@/lib/toast'
import { Live, Specimen, State } from './specimen'

export function ActionSpecimens() {
  return (
    <>
      <Buttons />
      <Specimen name="IconButton" file="ui/button.tsx">
        <IconButtons />
      </Specimen>
      <TabSpecimens />
      <MenuSpecimens />
    </>
  )
}

const looks = ['primary', 'secondary', 'quiet', 'danger', 'destroy'] as const

function Looks(props: { isDisabled?: boolean; isPending?: boolean }) {
  const t = useTranslations('components')
  return (
    <div className="flex flex-wrap gap-3">
      {looks.map((look) => (
        <Button key={look} look={look} {...props}>
          {look === 'primary' && !props.isPending && <Plus aria-hidden className="size-4" />}
          {t('sampleAction')}
        </Button>
      ))}
    </div>
  )
}

function Buttons() {
  const t = useTranslations('components')
  return (
    <Specimen name="Button" file="ui/button.tsx" isWide>
      <State is="default">
        <Looks />
      </State>
      <State is="disabled">
        <Looks isDisabled />
      </State>
      <State is="loading">
        <Looks isPending />
      </State>
      <State is="small">
        <Button size="sm">{t('sampleAction')}</Button>
      </State>
      <State is="large">
        <Button size="lg">{t('sampleAction')}</Button>
      </State>
      <State is="focus">
        <Button className="outline-2 outline-offset-2 outline-accent">{t('sampleAction')}</Button>
      </State>
    </Specimen>
  )
}

function IconButtons() {
  const t = useTranslations('components')
  return (
    <>
      <State is="default">
        <IconButton label={t('sampleAction')}>
          <Pencil aria-hidden className="size-5" />
        </IconButton>
      </State>
      <State is="disabled">
        <IconButton label={t('sampleAction')} isDisabled>
          <Pencil aria-hidden className="size-5" />
        </IconButton>
      </State>
    </>
  )
}

function TabSpecimens() {
  const t = useTranslations('components')
  const items = [
    { id: 'one', label: t('sampleOne') },
    { id: 'two', label: t('sampleTwo'), badge: 3 },
    { id: 'three', label: t('sampleThree') },
  ]
  return (
    <>
      <Specimen name="Tabs" file="ui/tabs.tsx" isWide>
        <Live start="one">
          {(value, set) => (
            <Tabs label="Tabs" items={items} value={value} onChange={set}>
              {items.find((item) => item.id === value)?.label}
            </Tabs>
          )}
        </Live>
      </Specimen>
      <Specimen name="TabLinks" file="ui/tabs.tsx" isWide>
        <TabLinks label="TabLinks" items={items.map((item) => ({ ...item, href: '#TabLinks' }))} current="two" />
      </Specimen>
    </>
  )
}

function MenuSpecimens() {
  const t = useTranslations('components')
  const say = () => toast(t('sampleMessage'))
  const entries = [
    { id: 'one', label: t('sampleOne'), icon: <Pencil className="size-4" />, onAction: say },
    { id: 'two', label: t('sampleTwo'), isChosen: true, onAction: say },
    { id: 'three', label: t('sampleThree'), icon: <Trash2 className="size-4" />, isAfterLine: true, onAction: say },
  ]
  return (
    <>
      <Specimen name="Menu" file="ui/menu.tsx">
        <State is="default">
          <Menu label={t('sampleLabel')} entries={entries}>
            <Button>
              {t('sampleAction')}
              <Ellipsis aria-hidden className="size-4" />
            </Button>
          </Menu>
        </State>
      </Specimen>
      <Specimen name="Tooltip" file="ui/tooltip.tsx">
        <State is="default">
          <Tooltip text={t('sampleHint')}>
            <Button>{t('sampleAction')}</Button>
          </Tooltip>
        </State>
      </Specimen>
    </>
  )
}
