'use client'
import { ApiError } from '@/api/client'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'

/** Why a role was not saved: what the fields say, where they do. */
export function SaveFailure({ error }: { error: Error }) {
  const errorText = useErrorText()
  const texts = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return <Notice tone="bad">{texts.length ? texts.join(' ') : errorText(error)}</Notice>
}
