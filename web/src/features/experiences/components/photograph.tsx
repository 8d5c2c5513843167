import { Mountain } from 'lucide-react'
import { Picture } from '@/components/ui/picture'

type Props = { experience: { hero_image: string | null; color: string } }

/** The experience's picture, or its colour until it has one. */
export function Photograph({ experience }: Props) {
  const box = 'h-16 w-20 shrink-0 rounded-md sm:w-24'
  if (experience.hero_image) {
    return <Picture url={experience.hero_image} sizes="96px" className={box} isSquare />
  }
  return (
    <div
      className={`${box} grid place-items-center`}
      style={{
        background: `color-mix(in oklab, ${experience.color} 18%, var(--color-surface))`,
        color: experience.color,
      }}
    >
      <Mountain aria-hidden className="size-6" />
    </div>
  )
}
