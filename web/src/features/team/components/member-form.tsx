'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { Member } from '@/api/models'
import { DraftNotice } from '@/components/draft-notice'
import { FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { ColorField } from '@/components/ui/color-field'
import { MultiSelect } from '@/components/ui/multi-select'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { PercentField } from '@/components/ui/percent-field'
import { Select } from '@/components/ui/select'
import { useErrorText } from '@/components/ui/states'
import { showFieldErrors } from '@/lib/form-errors'
import { languageName, languages } from '@/lib/languages'
import { useRoleName } from '@/lib/role-name'
import { toast } from '@/lib/toast'
import { useDraft } from '@/lib/use-draft'
import { rolesQuery, saveMember, useMemberChange } from '../api'
import { changesOf, givableRoles, memberFields, memberSchema, valuesOf, type MemberValues } from '../model'

type Props = { member: Member; isReadOnly: boolean }

/** What a person is called, what they may do and what they speak. */
export function MemberForm({ member, isReadOnly }: Props) {
  const common = useTranslations('common')
  const form = useForm<MemberValues>({ resolver: zodResolver(memberSchema), defaultValues: valuesOf(member) })
  const draft = useDraft(form)
  const save = useSave(form, member)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="space-y-5"
        onSubmit={form.handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}
      >
        <DraftNotice draft={draft} />
        <fieldset disabled={isReadOnly} className="min-w-0 space-y-5">
          <Profile member={member} isReadOnly={isReadOnly} />
          <Work member={member} isReadOnly={isReadOnly} />
        </fieldset>
        <Failure error={save.error} />
        {!isReadOnly && (
          <Button
            type="submit"
            look="primary"
            size="lg"
            isPending={save.isPending}
            isDisabled={!form.formState.isDirty}
            className="w-full sm:w-auto"
          >
            {common('save')}
          </Button>
        )}
      </form>
    </FormProvider>
  )
}

function Profile({ member, isReadOnly }: Props) {
  const t = useTranslations('team')
  const emailHint = member.status === 'invited' ? t('emailInvitedHint') : member.has_login ? t('emailLoginHint') : ''
  return (
    <Card title={t('profile')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText name="name" label={t('name')} isDisabled={isReadOnly} />
        <FormText name="phone" label={t('phoneOptional')} type="tel" inputMode="tel" isDisabled={isReadOnly} />
        <FormText
          name="email"
          label={t('email')}
          type="email"
          inputMode="email"
          hint={emailHint}
          isDisabled={isReadOnly}
          className="sm:col-span-2"
        />
        <LanguagesField isReadOnly={isReadOnly} />
        <MailLanguageField />
        <ColorChoice isReadOnly={isReadOnly} />
      </div>
    </Card>
  )
}

function Work({ member, isReadOnly }: Props) {
  const t = useTranslations('team')
  return (
    <Card title={t('work')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <RoleField member={member} isReadOnly={isReadOnly} />
        <CommissionField isReadOnly={isReadOnly} />
        <FormText name="desk" label={t('desk')} hint={t('deskHint')} isDisabled={isReadOnly} />
      </div>
    </Card>
  )
}

function RoleField({ member, isReadOnly }: Props) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const { value, onChange, error } = useField<number>('role_id')
  const { data } = useQuery(rolesQuery)
  const isFixed = isReadOnly || member.is_me
  const givable = isFixed ? [] : givableRoles(data?.roles ?? [], member.kind === 'agent')
  const options = [member.role, ...givable.filter((role) => role.id !== member.role.id)]
  return (
    <Select
      label={t('role')}
      options={options.map((role) => ({ id: role.id, name: roleName(role) }))}
      value={value}
      onChange={onChange}
      error={error}
      hint={member.is_me ? t('ownRole') : t('roleNow')}
    />
  )
}

function LanguagesField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useTranslations('team')
  const { value, onChange } = useField<string[]>('languages')
  const known = [...new Set([...languages, ...value])]
  return (
    <MultiSelect
      label={t('languages')}
      options={known.map((id) => ({ id, name: languageName(id) }))}
      value={value}
      onChange={onChange}
      isDisabled={isReadOnly}
      placeholder={t('noLanguages')}
      hint={t('languagesHint')}
    />
  )
}

function MailLanguageField() {
  const t = useTranslations('team')
  const { value, onChange } = useField<string | null>('locale')
  const options = [{ id: '', name: t('likeOperator') }, ...languages.map((id) => ({ id, name: languageName(id) }))]
  return (
    <Select
      label={t('mailLanguage')}
      options={options}
      value={value ?? ''}
      onChange={(locale) => onChange(locale || null)}
    />
  )
}

function ColorChoice({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useTranslations('team')
  const { value, onChange, error } = useField<string>('color')
  return (
    <ColorField
      label={t('color')}
      value={value}
      onChange={(color: string | null) => color && onChange(color)}
      hint={t('colorHint')}
      error={error}
      isDisabled={isReadOnly}
    />
  )
}

function CommissionField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useTranslations('team')
  const { value, onChange, error } = useField<number | null>('commission_ppm')
  return (
    <PercentField
      label={t('commission')}
      value={value}
      onChange={onChange}
      max={1_000_000}
      hint={t('commissionHint')}
      error={error}
      isDisabled={isReadOnly}
    />
  )
}

function Failure({ error }: { error: Error | null }) {
  const errorText = useErrorText()
  if (!error || (error instanceof ApiError && error.code === 'validation_failed')) return null
  return <Notice tone="bad">{errorText(error)}</Notice>
}

function useSave(form: UseFormReturn<MemberValues>, member: Member) {
  const t = useTranslations('team')
  return useMemberChange(
    async (values: MemberValues) => {
      try {
        const saved = await saveMember(member, changesOf(member, values))
        // What is saved is no draft any more, also for the form that the next version begins.
        form.reset(values)
        return saved
      } catch (error) {
        showFieldErrors(form, error, memberFields)
        throw error
      }
    },
    () => toast.success(t('saved')),
  )
}
