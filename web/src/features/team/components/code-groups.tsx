'use client'
import { Check, Minus, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Roles } from '@/api/models'
import { Checkbox } from '@/components/ui/checkbox'
import { Card } from '@/components/ui/page-header'
import { codeSlug } from '../model'

type Area = Roles['areas'][number]
type Code = Area['codes'][number]
type Props = { areas: Area[]; chosen: string[]; isReadOnly: boolean; onChange: (codes: string[]) => void }

/** Every permission in plain words, by area of the work. */
export function CodeGroups({ areas, chosen, isReadOnly, onChange }: Props) {
  const t = useTranslations('team')
  const toggle = (code: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, code].sort() : chosen.filter((one) => one !== code))
  return (
    <div>
      <p className="mb-3 flex items-center gap-2 text-sm text-soft">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        {t('dangerous')}
      </p>
      <div className="gap-5 xl:columns-2">
        {areas.map((area) => (
          <div key={area.slug} className="mb-5 break-inside-avoid">
            <Card title={t(`area_${area.slug}` as never)} actions={<Count area={area} chosen={chosen} />}>
              <ul className="-my-2">
                {area.codes.map((code) => (
                  <li key={code.code}>
                    {isReadOnly ? (
                      <Fact code={code} isOn={chosen.includes(code.code)} />
                    ) : (
                      <Checkbox
                        isSelected={chosen.includes(code.code)}
                        isDisabled={!code.can_give}
                        onChange={(isOn) => toggle(code.code, isOn)}
                      >
                        <Words code={code} />
                      </Checkbox>
                    )}
                  </li>
                ))}
              </ul>
            </Card>
          </div>
        ))}
      </div>
    </div>
  )
}

function Count({ area, chosen }: { area: Area; chosen: string[] }) {
  const t = useTranslations('team')
  const count = area.codes.filter(({ code }) => chosen.includes(code)).length
  return <span className="text-sm text-faint tabular-nums">{t('countOf', { count, total: area.codes.length })}</span>
}

function Fact({ code, isOn }: { code: Code; isOn: boolean }) {
  const t = useTranslations('team')
  const Icon = isOn ? Check : Minus
  return (
    <div className="flex items-start gap-3 py-2">
      <Icon
        role="img"
        aria-label={isOn ? t('may') : t('mayNot')}
        className={isOn ? 'mt-0.5 size-5 shrink-0 text-good' : 'mt-0.5 size-5 shrink-0 text-faint'}
      />
      <span className={isOn ? '' : 'text-faint'}>
        <Words code={code} />
      </span>
    </div>
  )
}

/** What a code means, with a sign when it can do harm. */
export function Words({ code }: { code: Pick<Code, 'code' | 'is_dangerous'> }) {
  const t = useTranslations('team')
  return (
    <>
      {t(`code_${codeSlug(code.code)}` as never)}
      {code.is_dangerous && (
        <>
          {/* Never alone on a line of its own. */}
          {'\u00A0'}
          <TriangleAlert role="img" aria-label={t('dangerous')} className="inline size-4 align-[-3px] text-warn" />
        </>
      )}
    </>
  )
}
