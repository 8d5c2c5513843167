import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { InviteIn, Member, MemberSaveIn, RoleSaveIn } from '@/api/models'

const PAGE = 200

export const membersQuery = (search: string) =>
  queryOptions({
    queryKey: ['team', search],
    queryFn: () => dataOf(api.GET('/api/userAvatars/get', { params: { query: { search, limit: PAGE } } })),
    placeholderData: (before) => before,
  })

export const memberQuery = (member: string) =>
  queryOptions({
    queryKey: ['team-member', member],
    queryFn: () =>
      dataOf(api.GET('/api/userAvatar/{userAvatar}/get', { params: { path: { userAvatar: Number(member) } } })),
  })

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: () => dataOf(api.GET('/api/roles/get')),
})

export const possibleGuidesQuery = queryOptions({
  queryKey: ['possible-guides'],
  queryFn: async () => (await dataOf(api.GET('/setup/guides/existing-users'))).userAvatars,
  staleTime: 0,
})

export const sessionsQuery = (member: Member) =>
  queryOptions({
    queryKey: ['member-sessions', member.id],
    queryFn: async () => (await dataOf(api.GET('/api/userAvatar/{userAvatar}/sessions', path(member)))).sessions,
  })

export const endSessions = (member: Member, session_id: number | null) =>
  dataOf(api.POST('/api/userAvatar/{userAvatar}/sessions/end', { ...path(member), body: { session_id } }))

const memberOf = (answer: { userAvatar: Member }) => answer.userAvatar
const path = (member: Member) => ({ params: { path: { userAvatar: member.id } } })

export const invite = async (body: InviteIn) => memberOf(await dataOf(api.POST('/setup/team/user/invite', { body })))
export const inviteGuide = async (body: InviteIn) => memberOf(await dataOf(api.POST('/setup/guide/invite', { body })))

export const resendInvite = async (member: Member) =>
  memberOf(await dataOf(api.POST('/setup/team/user/{userAvatar}/invite/resend', { ...path(member), body: {} })))

export const removePin = async (member: Member) =>
  memberOf(await dataOf(api.POST('/setup/team/user/{userAvatar}/pin/remove', path(member))))

export const toggleGuide = async (member: Member) =>
  memberOf(
    await dataOf(
      api.POST('/setup/team/user/{userAvatar}/toggle-guide', { ...path(member), body: { is_guide: !member.is_guide } }),
    ),
  )

export const removeSuppression = async (member: Member) =>
  memberOf(
    await dataOf(
      api.POST('/setup/team/users/{id}/remove-ses-suppression', { params: { path: { id: member.id } }, body: {} }),
    ),
  )

export const assignGuides = (ids: number[]) =>
  dataOf(api.POST('/setup/guides/assign-existing', { body: { user_avatar_ids: ids } }))

export const setStatus = async (member: Member, is_enabled: boolean) =>
  memberOf(
    await dataOf(api.POST('/api/userAvatar/{userAvatar}/status/edit', { ...path(member), body: { is_enabled } })),
  )

export const saveMember = async (member: Member, body: MemberSaveIn) =>
  memberOf(await dataOf(api.POST('/api/userAvatar/{userAvatar}/save', { ...path(member), body })))

export const saveRole = async (body: RoleSaveIn) => (await dataOf(api.POST('/api/role/save', { body }))).role

export const cloneRole = async (role: number, name: string) =>
  (await dataOf(api.POST('/api/role/{role}/clone', { params: { path: { role } }, body: { name } }))).role

export const deleteRole = (role: number, move_to: number | null) =>
  dataOf(api.POST('/api/role/{role}/delete', { params: { path: { role } }, body: { move_to } }))

/** Renew what shows people after one of them changed. */
export function useRenewTeam() {
  const queries = useQueryClient()
  return () => {
    for (const key of ['team', 'team-member', 'roles', 'possible-guides']) {
      void queries.invalidateQueries({ queryKey: [key] })
    }
  }
}

/** A change of one person; every list that shows them is renewed. */
export function useMemberChange<V>(change: (values: V) => Promise<Member>, onDone?: (member: Member) => void) {
  const renew = useRenewTeam()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: renew,
  })
}
