'use client'
import { useRoute } from '@/lib/use-route'
import { isKind } from '../model'
import { HomeScreen } from './home-screen'
import { ImportScreen } from './import-screen'

/** The importer: what can be imported, or one kind of it. */
export function ImporterPage() {
  const kind = useRoute('importer')?.importObject
  return isKind(kind) ? <ImportScreen key={kind} kind={kind} /> : <HomeScreen />
}
