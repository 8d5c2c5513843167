import type { MenuEntry } from './menu-types'

type Group = { name?: string; items: MenuEntry[] }

/** The entries of a menu as they are drawn: a line comes before each group, and where an entry asks for one. */
export function groupsOf(entries: readonly MenuEntry[]): Group[] {
  const found: Group[] = []
  for (const entry of entries) {
    const open = found.at(-1)
    if (open && open.name === entry.group && !entry.isAfterLine) open.items.push(entry)
    else found.push({ name: entry.group, items: [entry] })
  }
  return found
}

/** Entries under the names of their groups, in one list; what is false is not there. */
export function inGroups(groups: readonly (readonly [string, readonly (MenuEntry | false)[]])[]): MenuEntry[] {
  return groups.flatMap(([group, found]) => found.flatMap((entry) => (entry === false ? [] : [{ ...entry, group }])))
}
