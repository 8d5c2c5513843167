'use client'
import { useQuery } from '@tanstack/react-query'
import { LibraryBig } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Category } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { categoriesQuery } from '@/features/experience/api'
import { late } from '@/lib/late'
import { reorderCategories } from '../api'
import { useOrder } from '../use-order'
import { CatalogCard } from './catalog-card'
import { CatalogLine } from './catalog-line'

const CategoryDialog = late(() => import('./category-dialog').then((file) => file.CategoryDialog))
const DeleteCategory = late(() => import('./delete-category').then((file) => file.DeleteCategory))

/** The shelves of the catalogue, in the order guests see them. */
export default function CategoriesList() {
  const t = useTranslations('catalog')
  const { data, error, refetch } = useQuery(categoriesQuery)
  const [open, setOpen] = useState<Category | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Category | null>(null)
  const reorder = useOrder(categoriesQuery.queryKey, reorderCategories)
  return (
    <>
      <CatalogCard
        title={t('list_categories')}
        text={t('categoriesText')}
        emptyTitle={t('noCategories')}
        icon={<LibraryBig aria-hidden className="size-6" />}
        items={data}
        error={error}
        onRetry={() => void refetch()}
        addLabel={t('addCategory')}
        onAdd={() => setOpen('new')}
        onReorder={reorder}
        row={(category) => (
          <CategoryLine
            category={category}
            parent={data?.find((one) => one.id === category.parent_id)?.name}
            onOpen={() => setOpen(category)}
            onRemove={() => setLeaving(category)}
          />
        )}
      />
      {open && (
        <CategoryDialog
          category={open === 'new' ? undefined : open}
          categories={data ?? []}
          onClose={() => setOpen(null)}
        />
      )}
      {leaving && <DeleteCategory category={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

type LineProps = { category: Category; parent: string | undefined; onOpen: () => void; onRemove: () => void }

function CategoryLine({ category, parent, onOpen, onRemove }: LineProps) {
  const t = useTranslations('catalog')
  return (
    <CatalogLine
      name={category.name}
      onOpen={onOpen}
      onRemove={onRemove}
      badges={!category.is_public && <Badge>{t('staffOnly')}</Badge>}
      facts={[parent, t('onSale', { count: category.experience_cnt })].filter(Boolean).join(' · ')}
    />
  )
}
