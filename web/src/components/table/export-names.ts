import type { OptionName } from './filter-words'
import type { ColumnFacts } from './model'

/** What the values of a column are called where the reader's word is another one than the server's. */
export function exportNames(facts: ColumnFacts | undefined, optionName: OptionName): Record<string, string> {
  const names = (facts?.options ?? []).flatMap((option) => {
    const name = optionName(facts!.key, option)
    return [option.name, option.slug ?? ''].filter((word) => word && word !== name).map((word) => [word, name] as const)
  })
  return facts?.kind === 'choice' ? Object.fromEntries(names) : {}
}
