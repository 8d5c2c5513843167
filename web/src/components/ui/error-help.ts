'use client'
import { createContext, type ReactNode } from 'react'
import type { ApiError } from '@/api/client'

/** What a place around the screens has to say about failures that it knows better: shown by ErrorState. */
type Help = (error: ApiError) => ReactNode
export type ErrorHelp = { not_found?: Help; forbidden?: Help }

export const ErrorHelpContext = createContext<ErrorHelp>({})
