'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'

/** Begin a bulk action; from then on the tray in the corner shows how far it is. */
export function useBulk(begin: () => Promise<Job>, onBegun: () => void) {
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: begin,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['jobs'] })
      onBegun()
    },
    onError: (error) => toast.error(errorText(error)),
  })
}
