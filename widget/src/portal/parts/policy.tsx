import { percentOf, policyOf, stageOf, stepsOf } from '../model'
import { momentText } from '../times'
import type { Tier } from '../types'
import type { PortalUi } from '../ui'

const FULL = 1_000_000

function backText({ t, locale, money }: PortalUi, { refund_ppm: ppm, fee_amount: fee }: Tier): string {
  if (ppm === 0) return t('backNone')
  const back = ppm === FULL ? t('backAll') : t('backPart', { share: percentOf(ppm, locale) })
  return fee > 0 ? t('lessFee', { back, fee: money(fee) }) : back
}

/** What comes back when the customer cancels, step by step. */
export function Policy({ ui, orderId }: { ui: PortalUi; orderId: number }) {
  const { t, portal, locale, now } = ui
  const policy = policyOf(portal, orderId)
  if (!policy || portal.trip.is_price_hidden || stageOf(portal, now) !== 'coming') return null
  const steps = stepsOf(policy.tiers, now)
  return (
    <details className="policy">
      <summary>{t('policy')}</summary>
      {policy.tiers.length === 0 ? (
        <p>{t('policyOpen')}</p>
      ) : (
        <dl className="lines">
          {steps.map((tier) => (
            <div key={tier.hours_before}>
              <dt>
                {tier.until
                  ? t('until', { when: momentText(tier.until, locale, portal.properties.time_zone) })
                  : t('hoursBefore', { n: tier.hours_before })}
              </dt>
              <dd>{backText(ui, tier)}</dd>
            </div>
          ))}
          {steps.at(-1)?.refund_ppm !== 0 && steps.at(-1)?.hours_before !== 0 && (
            <div>
              <dt>{t('afterThat')}</dt>
              <dd>{t('backNone')}</dd>
            </div>
          )}
        </dl>
      )}
    </details>
  )
}
