'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { useGo } from '@/lib/use-go'
import { customerQuery, saveCustomer } from '../api'
import { bodyOf, customerSchema, shownFields, valuesOf, type CustomerValues } from '../form'
import { useCustomerName } from '../use-names'
import { useRenew } from '../use-renew'
import { CustomerFields } from './customer-fields'

type Props = { customer: CustomerFull | null; onClose: () => void }

/** Add or change a customer; what was typed stays until it is saved or discarded. */
export function CustomerDrawer({ customer, onClose }: Props) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const locale = useLocale()
  const start = useMemo(() => valuesOf(customer, locale), [customer, locale])
  const form = useForm<CustomerValues>({ resolver: zodResolver(customerSchema), defaultValues: start })
  const draft = useDraft(form, { name: 'customer' })
  const { save, rest } = useSave(form, start, customer, onClose)
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button look="primary" type="submit" form="customer-form" isPending={save.isPending}>
        {common('save')}
      </Button>
    </>
  )
  return (
    <Drawer title={t(customer ? 'editCustomer' : 'newCustomer')} isOpen onClose={onClose} footer={footer}>
      <FormProvider {...form}>
        <form
          id="customer-form"
          onSubmit={form.handleSubmit((values) => save.mutate(values))}
          className="space-y-5 pt-1"
        >
          <DraftNotice draft={draft} />
          <Failure error={save.error} rest={rest} />
          <CustomerFields />
        </form>
      </FormProvider>
    </Drawer>
  )
}

function Failure({ error, rest }: { error: Error | null; rest: string[] | null }) {
  const errorText = useErrorText()
  if (!error || rest?.length === 0) return null
  return <Notice tone="bad">{rest?.join(' ') ?? errorText(error)}</Notice>
}

function useSave(
  form: UseFormReturn<CustomerValues>,
  start: CustomerValues,
  customer: CustomerFull | null,
  onDone: () => void,
) {
  const t = useTranslations('customers')
  const nameOf = useCustomerName()
  const queries = useQueryClient()
  const renew = useRenew()
  const go = useGo()
  const [rest, setRest] = useState<string[] | null>(null)
  const save = useMutation({
    mutationFn: (values: CustomerValues) =>
      saveCustomer(customer?.id ?? null, bodyOf(values, start, customer?.version)),
    onMutate: () => setRest(null),
    onError: (error) => setRest(showFieldErrors(form, error, shownFields)),
    onSuccess: (saved, values) => {
      form.reset(values)
      onDone()
      queries.setQueryData(customerQuery(saved.id).queryKey, saved)
      void renew()
      toast.success(customer ? t('saved') : t('created', { name: nameOf(saved) }))
      if (!customer) go('customer', { customer: String(saved.id) })
    },
  })
  return { save, rest }
}
