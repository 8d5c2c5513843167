import * as z from 'zod/mini'
import type { Member, MemberSaveIn, Role } from '@/api/models'
import * as rules from '@/lib/rules'

export type Tab = 'all' | 'guides' | 'invited' | 'disabled'
export const tabs: readonly Tab[] = ['all', 'guides', 'invited', 'disabled']

/** Whether a person belongs on a tab; who is disabled is on their own tab only. */
export function isOn(tab: Tab, member: Member): boolean {
  if (tab === 'disabled') return member.status === 'disabled'
  if (member.status === 'disabled') return false
  if (tab === 'guides') return member.is_guide
  return tab === 'all' || member.status === 'invited'
}

/** The roles somebody on staff can get from this reader; agents' roles only for agents. */
export function givableRoles(roles: Role[], forAgent = false): Role[] {
  return roles.filter((role) => role.can_give && (role.scope === 'reseller') === forAgent)
}

/** What saving a role would give and take away. */
export function roleDiff(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((code) => !before.includes(code)),
    removed: before.filter((code) => !after.includes(code)),
  }
}

/** A permission code as messages are named after it. */
export const codeSlug = (code: string) => code.replaceAll('.', '_')

export const inviteSchema = z.object({
  name: rules.name(160),
  email: rules.email(),
  phone: rules.trimmed(20),
  role_id: z.number('required'),
  is_guide: z.boolean(),
})
export type InviteValues = z.infer<typeof inviteSchema>
export const inviteFields = Object.keys(inviteSchema.shape)

export const memberSchema = z.object({
  name: rules.name(160),
  email: rules.email(),
  phone: rules.trimmed(20),
  role_id: z.number(),
  color: z.string(),
  languages: z.array(z.string()),
  locale: z.nullable(z.string()),
  commission_ppm: z.nullable(z.number()),
  desk: rules.trimmed(80),
})
export type MemberValues = z.infer<typeof memberSchema>
export const memberFields = Object.keys(memberSchema.shape)

export function valuesOf(member: Member): MemberValues {
  return {
    name: member.name,
    email: member.email,
    phone: member.phone ?? '',
    role_id: member.role.id,
    color: member.color,
    languages: member.languages,
    locale: member.locale,
    commission_ppm: member.commission_ppm,
    desk: member.desk ?? '',
  }
}

/** Only what changed is sent, so that two people can work on different fields. */
export function changesOf(member: Member, values: MemberValues): MemberSaveIn {
  const before = valuesOf(member)
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof MemberValues]),
  )
  const body = Object.fromEntries(
    changed.map(([name, value]) => [name, (name === 'phone' || name === 'desk') && value === '' ? null : value]),
  )
  return { ...body, version: member.version }
}
