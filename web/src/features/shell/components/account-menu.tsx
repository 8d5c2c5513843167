'use client'
import { ChevronsUpDown } from 'lucide-react'
import { Avatar } from '@/components/ui/avatar'
import { lateMenu } from '@/components/ui/menu'
import { Press } from '@/components/ui/press'
import { Skeleton } from '@/components/ui/skeleton'
import { useRoleName } from '@/lib/role-name'
import { useSession } from '@/lib/session'

const EntriesMenu = lateMenu(() => import('./account-entries').then((file) => file.AccountEntries))

/** Who is signed in, at the foot of the rail; opens what concerns the person. */
export function AccountButton() {
  const session = useSession()
  const roleName = useRoleName()
  if (!session) return <AccountSkeleton />
  const { userAvatar } = session
  return (
    <EntriesMenu label={userAvatar.name} of={{ session }}>
      <Press
        aria-label={userAvatar.name}
        className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-sunken in-data-[rail=slim]:justify-center in-data-[rail=slim]:p-0.5 pointer-coarse:min-h-11"
      >
        <Avatar name={userAvatar.name} color={userAvatar.color} />
        <span className="min-w-0 grow leading-tight in-data-[rail=slim]:hidden">
          <span className="block truncate text-sm font-medium">{userAvatar.name}</span>
          <span className="block truncate text-xs text-faint">{roleName(userAvatar.role)}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint in-data-[rail=slim]:hidden" />
      </Press>
    </EntriesMenu>
  )
}

function AccountSkeleton() {
  return (
    <div className="flex items-center gap-2.5 p-1.5 in-data-[rail=slim]:justify-center in-data-[rail=slim]:p-0.5">
      <Skeleton className="size-9 shrink-0 rounded-full!" />
      <Skeleton className="h-4 grow in-data-[rail=slim]:hidden" />
    </div>
  )
}
