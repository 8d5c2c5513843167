'use client'
import { createContext, use } from 'react'

/** The windows that the shell itself can open. */
export type Overlay = 'search' | 'create' | 'keys' | 'language' | 'more' | 'help'

const Open = createContext<(overlay: Overlay) => void>(() => undefined)

export const OverlayProvider = Open.Provider
export const useOpen = () => use(Open)
