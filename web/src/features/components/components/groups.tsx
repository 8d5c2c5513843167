import type { ComponentType } from 'react'
import { ActionSpecimens } from './actions'
import { ChartSpecimens } from './charts'
import { ChoiceSpecimens } from './choices'
import { DateSpecimens } from './dates'
import { FeedbackSpecimens } from './feedback'
import { FigureSpecimens } from './figures'
import { ListSpecimens } from './lists'
import { OverlaySpecimens } from './overlays'
import { TextSpecimens } from './texts'

/** What is shown, in this order; a test holds that every file of components/ui is among it. */
export const groups = [
  { id: 'actions', names: ['Button', 'IconButton', 'Tabs', 'TabLinks', 'Menu', 'Tooltip'], Show: ActionSpecimens },
  {
    id: 'texts',
    names: ['TextField', 'SearchField', 'TagField', 'CodeField', 'ColorField', 'ImageField'],
    Show: TextSpecimens,
  },
  { id: 'figures', names: ['NumberField', 'MoneyField', 'PercentField'], Show: FigureSpecimens },
  {
    id: 'choices',
    names: ['Checkbox', 'CheckboxGroup', 'RadioGroup', 'Switch', 'Select', 'MultiSelect', 'ComboBox'],
    Show: ChoiceSpecimens,
  },
  { id: 'dates', names: ['DateField', 'DateRangeField', 'TimeField', 'DayPopover'], Show: DateSpecimens },
  { id: 'overlays', names: ['Dialog', 'ConfirmDialog', 'Drawer', 'PopoverButton', 'Toast'], Show: OverlaySpecimens },
  { id: 'lists', names: ['SimpleTable', 'ReorderList', 'KeyValues', 'Card'], Show: ListSpecimens },
  {
    id: 'feedback',
    names: [
      'Badge',
      'Avatar',
      'Picture',
      'Notice',
      'FillBar',
      'ProgressBar',
      'ProgressSteps',
      'Skeleton',
      'EmptyState',
      'ErrorState',
    ],
    Show: FeedbackSpecimens,
  },
  { id: 'charts', names: ['LineChart', 'BarChart', 'Sparkline'], Show: ChartSpecimens },
] as const satisfies { id: string; names: readonly string[]; Show: ComponentType }[]
