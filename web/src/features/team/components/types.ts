import type { Role, Scope } from '@/api/models'

export type RoleDraft = Pick<Role, 'name' | 'permissions' | 'max_manual_discount_ppm'> & { scope: Scope }
