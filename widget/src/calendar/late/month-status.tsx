import { monthText } from '../../dates'
import { experienceOf, type Model } from '../model'
import { freeDayCnt } from '../opening'

/** What a screen reader is told when a month has come: what is read out has to change, so it needs no first picture. */
export function MonthStatus({ model: { ui, state } }: { model: Model }) {
  const { t, locale, settings } = ui
  const experience = experienceOf(state)
  const month = monthText(state.month, locale)
  const n = settings.isPreview ? 1 : freeDayCnt(state)
  if (state.status !== 'ready') return <>{state.status === 'loading' && t('loading')}</>
  if (n > 0) return <>{t('monthReady', { month, n })}</>
  return <>{experience ? t('emptyMonthFor', { name: experience.name, month }) : t('emptyMonth', { month })}</>
}
