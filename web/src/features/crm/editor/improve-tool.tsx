'use client'
import type { Editor } from '@tiptap/react'
import { useHasAssistant } from '@/components/assistant/use-assistant'
import { late } from '@/lib/late'

const ImproveParagraph = late(() => import('./improve-paragraph').then((file) => file.ImproveParagraph))

/** Asks for a better wording of the paragraph that is written in, where there is an assistant to ask. */
export function ImproveTool({ editor }: { editor: Editor }) {
  return useHasAssistant('template') ? <ImproveParagraph editor={editor} /> : null
}
