const prefix = 'outfitter:draft:'

/** Where the unsaved values of a form are kept: one per person, address and form, for this tab only. */
export const draftPlace = (person: number, path: string, form: string) => `${prefix}${person}:${path}:${form}`

export function keepDraft(place: string, values: unknown) {
  try {
    sessionStorage.setItem(place, JSON.stringify(values))
  } catch {
    return // a full or forbidden storage: the form itself still holds what was typed
  }
}

export function readDraft<T>(place: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function dropDraft(place: string) {
  try {
    sessionStorage.removeItem(place)
  } catch {
    return
  }
}

/** How many forms of this tab hold something unsaved. */
export function countDrafts(): number {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix)).length
  } catch {
    return 0
  }
}

export function forgetDrafts() {
  try {
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .forEach((key) => sessionStorage.removeItem(key))
  } catch {
    return
  }
}
