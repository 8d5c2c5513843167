import type { SignupInit } from '@/api/models'
import type { Memory, Step } from '../memory'

export type StepProps = {
  init: SignupInit
  memory: Memory
  /** Keep what was entered, and go on to a step if one is named. */
  onKeep: (change: Partial<Memory>, next?: Step) => void
}
