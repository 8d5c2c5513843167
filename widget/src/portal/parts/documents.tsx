import type { PortalUi } from '../ui'
import { Days, Paper, Wallet } from '../icons'

const TITLES = { calendar: 'calendar', voucher: 'voucher', receipt: 'receiptPdf', invoice: 'invoicePdf', waiver: 'signedWaiver', apple: 'appleWallet', google: 'googleWallet' } as const
const ICONS: Record<string, typeof Paper> = { calendar: Days, apple: Wallet, google: Wallet }
const SEVERAL = new Set(['waiver', 'google', 'receipt'])

/** Of `waiver-7` the kind is `waiver`. */
const kindOf = (slug: string): string => slug.split(/[-_:]/)[0]!

/** What can be taken along; each of them is a link that needs no script. */
export function Documents({ ui: { t, portal } }: { ui: PortalUi }) {
  if (portal.documents.length === 0) return null
  return (
    <section className="card">
      <h2>{t('documents')}</h2>
      <ul className="papers">
        {portal.documents.map(({ slug, title, url }) => {
          const kind = kindOf(slug)
          const Icon = ICONS[kind] ?? Paper
          const own = TITLES[kind as keyof typeof TITLES]
          // What there is of several guests says whose it is.
          const isOneOfMany = SEVERAL.has(kind) && portal.documents.filter((one) => kindOf(one.slug) === kind).length > 1
          return (
            <li key={slug}>
              <a href={url}>
                <Icon />
                <span>
                  {own ? t(own) : <bdi>{title}</bdi>}
                  {isOneOfMany && <small dir="auto">{title}</small>}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
