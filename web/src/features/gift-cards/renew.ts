import type { QueryClient } from '@tanstack/react-query'

/** The list, the figures and every open card are asked for anew. */
export function renewCards(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['list', 'giftCards'] })
  void queries.invalidateQueries({ queryKey: ['giftCards'] })
}
