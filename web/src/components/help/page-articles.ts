import table from '@/routes/help.json'
import type { RouteName } from '@/routes'

/** The articles of every screen of an operator, the one about the screen itself first. */
const articles: Partial<Record<RouteName, readonly string[]>> = table

/** What a screen's "?" opens; how to begin, where the screen is unknown. */
export const articlesOf = (route: RouteName | null): readonly string[] =>
  (route && articles[route]) || ['first-booking']
