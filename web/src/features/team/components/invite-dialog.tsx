'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import type { Locale } from '@/routes'
import { showFieldErrors } from '@/lib/form-errors'
import { useRoleName } from '@/lib/role-name'
import { toast } from '@/lib/toast'
import { invite, inviteGuide, rolesQuery, useMemberChange } from '../api'
import { givableRoles, inviteFields, inviteSchema, type InviteValues } from '../model'

type Props = { isOpen: boolean; onClose: () => void }

/** Asks somebody to join by mail; what was typed stays until they are invited. */
export function InviteDialog({ isOpen, onClose }: Props) {
  const t = useTranslations('team')
  const common = useTranslations('common')
  const id = useId()
  const form = useForm<InviteValues>({
    resolver: zodResolver(inviteSchema),
    defaultValues: { name: '', email: '', phone: '', is_guide: false },
  })
  const send = useInvite(form, onClose)
  const footer = (
    <>
      <Button onPress={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={id} look="primary" isPending={send.isPending}>
        {t('sendInvite')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('invite')} isOpen={isOpen} onClose={onClose} footer={footer}>
      <FormProvider {...form}>
        <form
          id={id}
          noValidate
          className="space-y-4"
          onSubmit={form.handleSubmit((values) => send.mutateAsync(values).catch(() => undefined))}
        >
          <Fields />
          <Failure error={send.error} />
        </form>
      </FormProvider>
    </Dialog>
  )
}

function Fields() {
  const t = useTranslations('team')
  return (
    <>
      <FormText name="name" label={t('name')} autoFocus />
      <FormText name="email" label={t('email')} hint={t('emailHint')} type="email" inputMode="email" />
      <FormText name="phone" label={t('phoneOptional')} type="tel" inputMode="tel" />
      <RoleField />
      <GuideField />
    </>
  )
}

function RoleField() {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const { value, onChange, error } = useField<number | null>('role_id')
  const { data } = useQuery(rolesQuery)
  const options = givableRoles(data?.roles ?? []).map((role) => ({ id: role.id, name: roleName(role) }))
  return (
    <Select
      label={t('role')}
      options={options}
      value={value ?? null}
      onChange={onChange}
      error={error}
      hint={t('roleHint')}
    />
  )
}

function GuideField() {
  const t = useTranslations('team')
  const { value, onChange } = useField<boolean>('is_guide')
  return (
    <Switch isSelected={value} onChange={onChange} hint={t('isGuideHint')}>
      {t('isGuide')}
    </Switch>
  )
}

function Failure({ error }: { error: Error | null }) {
  const errorText = useErrorText()
  if (!error || (error instanceof ApiError && error.code === 'validation_failed')) return null
  return <Notice tone="bad">{errorText(error)}</Notice>
}

function useInvite(form: UseFormReturn<InviteValues>, onClose: () => void) {
  const t = useTranslations('team')
  const locale = useLocale() as Locale
  const send = useMemberChange(
    async (values: InviteValues) => {
      try {
        return await (values.is_guide ? inviteGuide : invite)({ ...values, phone: values.phone || null, locale })
      } catch (error) {
        showFieldErrors(form, error, inviteFields)
        throw error
      }
    },
    (member) => {
      toast.success(t('inviteSent', { email: member.email }))
      form.reset()
      onClose()
    },
  )
  return send
}
