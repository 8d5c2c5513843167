'use client'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Conditions, ExperienceFull } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { FormMultiSelect, FormPercent, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormNumber } from '@/components/form-fields'
import { BalanceDue } from '@/components/settings/balance-due'
import { Card } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { useDraft } from '@/lib/use-draft'
import { numberFormat } from '@/lib/intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { conditionsQuery } from '../api'
import { conditionsOf, depositKinds, isPercent, shownConditions, type ConditionsForm } from '../conditions'
import { channels } from '../rates'
import { useConditions } from '../use-conditions'
import { Waiting } from './frame'
import { VersionSaveBar } from './version-save-bar'
import { useChannelName } from './use-channel-name'

/** What is due when this is booked, and what comes back to those who cancel. */
export default function PaymentPart({ experience }: { experience: ExperienceFull }) {
  const { data, error, refetch } = useQuery(conditionsQuery(experience.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return <PaymentForm experience={experience} conditions={data} />
}

type FormProps = { experience: ExperienceFull; conditions: Conditions }

function PaymentForm({ experience, conditions }: FormProps) {
  const t = useTranslations('experience')
  const { form, save, submit, onTakeTheirs, onKeepMine } = useConditions(experience, conditions)
  const draft = useDraft(form as never, { name: 'payment' })
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="max-w-3xl space-y-5">
        <DraftNotice draft={draft} />
        <Card title={t('deposit')}>
          <OwnDeposit conditions={conditions} />
        </Card>
        <Card title={t('cancelling')}>
          <Policy conditions={conditions} />
        </Card>
        <VersionSaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          error={save.error}
          shown={shownConditions}
          onReset={() => form.reset(conditionsOf(conditions))}
          onTakeTheirs={onTakeTheirs}
          onKeepMine={onKeepMine}
        />
      </form>
    </FormProvider>
  )
}

function OwnDeposit({ conditions }: { conditions: Conditions }) {
  const t = useTranslations('experience')
  const words = useDepositWords()
  const [isOwn, kind] = useFormContext<ConditionsForm>().watch(['isOwn', 'deposit.kind'])
  return (
    <div className="space-y-5">
      <FormSwitch name="isOwn" hint={t('depositUsual', { what: words(conditions.operator_deposit) })}>
        {t('depositOwn')}
      </FormSwitch>
      {isOwn && <DepositFields kind={kind} />}
    </div>
  )
}

function DepositFields({ kind }: { kind: ConditionsForm['deposit']['kind'] }) {
  const t = useTranslations('experience')
  const channelName = useChannelName()
  const currency = useSession()?.properties.currency ?? 'USD'
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormSelect
        name="deposit.kind"
        label={t('depositKind')}
        options={depositKinds.map((id) => ({ id, name: t(`deposit_${id}`) }))}
      />
      {isPercent(kind) && <FormPercent name="deposit.rate_ppm" label={t('share')} />}
      {kind.endsWith('amount') && <FormMoney name="deposit.amount" label={t('amount')} currency={currency} />}
      {kind !== 'none' && (
        <>
          <FormNumber
            name="deposit.full_if_within_hours"
            label={t('fullWithin')}
            hint={t('fullWithinHint')}
            minValue={0}
          />
          <BalanceDue name="deposit" />
          <FormMultiSelect
            name="deposit.methods"
            label={t('channels')}
            placeholder={t('anyChannel')}
            options={channels.map((id) => ({ id, name: channelName(id) }))}
          />
          {isPercent(kind) && <FormSwitch name="deposit.is_include_taxes">{t('depositWithTaxes')}</FormSwitch>}
        </>
      )}
    </div>
  )
}

function Policy({ conditions }: { conditions: Conditions }) {
  const t = useTranslations('experience')
  const usual = conditions.policies.find((one) => one.is_default)
  const options = conditions.policies.map(({ id, name }) => ({ id, name }))
  return (
    <FormSelect
      name="policy"
      label={t('policy')}
      hint={t('policyHint')}
      options={[{ id: 0, name: usual ? t('policyUsual', { name: usual.name }) : t('none') }, ...options]}
      className="max-w-md"
    />
  )
}

/** A deposit in words: "Share of each booking, 20 %". */
function useDepositWords() {
  const t = useTranslations('experience')
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  return ({ kind, rate_ppm, amount }: Conditions['operator_deposit']) => {
    const known = depositKinds.find((one) => one === kind) ?? 'none'
    const share = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 2 })
    const size = isPercent(known)
      ? share.format((rate_ppm ?? 0) / 1_000_000)
      : known !== 'none' && format.money(amount ?? 0, currency)
    return [t(`deposit_${known}`), size].filter(Boolean).join(', ')
  }
}
