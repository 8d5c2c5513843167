'use client'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import type { Outcome, Paper } from './print-paper'
import type { QzReason } from './qz'

/** Prints a paper and says in a toast where it went, or what is wrong and the way out. */
export function usePrint() {
  const tell = useTellPrinted()
  const errorText = useErrorText()
  return (paper: Paper) =>
    void import('./print-paper').then(({ printPaper }) =>
      printPaper(paper).then(tell, (error) => toast.error(errorText(error))),
    )
}

/** Says what became of a print. */
export function useTellPrinted() {
  const t = useTranslations('print')
  return (outcome: Outcome) => {
    const open = (pdf: string) => void window.open(pdf, '_blank', 'noopener')
    if (outcome.kind === 'sent') toast.success(t('sent', { device: outcome.device }))
    if (outcome.kind === 'printed') toast.success(t('printed', { printer: outcome.printer }))
    if (outcome.kind === 'pdf') open(outcome.pdf)
    if (outcome.kind === 'failed') {
      const { pdf } = outcome
      const reason: QzReason = outcome.reason
      const action = pdf ? { label: t('openPdf'), onClick: () => open(pdf) } : undefined
      toast.error(t(reason), { description: t(`${reason}_way`), action })
    }
  }
}
