import type { ReactNode } from 'react'

export function StepHead({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <div>
      <h1 className="text-2xl font-semibold text-balance">{title}</h1>
      {text && <p className="mt-1.5 text-soft text-pretty">{text}</p>}
    </div>
  )
}
