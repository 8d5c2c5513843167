'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTellPrinted } from '@/components/printing/use-print'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { printJobsQuery } from '../printing-api'

/** Prints a page that shows whether a printer works and which letters it has. */
export function TestPrint({ route }: { route: number }) {
  const t = useTranslations('printing')
  const tell = useTellPrinted()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => import('@/components/printing/print-paper').then((file) => file.printTest(route)),
    onSuccess: (outcome) => {
      tell(outcome)
      void queries.invalidateQueries({ queryKey: printJobsQuery.queryKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button size="sm" onPress={() => test.mutate()} isPending={test.isPending}>
      {t('test')}
    </Button>
  )
}
