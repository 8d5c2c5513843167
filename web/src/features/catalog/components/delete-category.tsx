'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Category } from '@/api/models'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { categoriesQuery } from '@/features/experience/api'
import { experiencesQuery } from '@/features/experiences/api'
import { deleteCategory } from '../api'

/** What becomes of the experiences of a category that is deleted: it cannot be undone. */
export function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => deleteCategory(category.id),
    onSuccess: (now) => {
      queries.setQueryData(categoriesQuery.queryKey, now)
      void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('deleteNamed', { name: category.name })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={t('deleteCategory')}
      isDanger
      isPending={remove.isPending}
    >
      <p>{t('deleteText', { count: category.experience_cnt })}</p>
      {remove.isError && <p className="text-bad">{errorText(remove.error)}</p>}
    </ConfirmDialog>
  )
}
