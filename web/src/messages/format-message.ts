import format from 'use-intl/format-message/format-only'
import { isolate } from '@/lib/isolate'

type Arguments = Parameters<typeof format>

/**
 * Writes a message whose parts were told apart when the page was exported; next.config.ts puts it into use-intl.
 *
 * Names and notes that are put into a sentence keep their own direction, and leave the sentence its own.
 */
function formatMessage(...[key, message, values, options]: Arguments): ReturnType<typeof format> {
  return format(key, message, isolated(values), options)
}

formatMessage.raw = format.raw

const isolated = (values: Arguments[2]): Arguments[2] =>
  values &&
  (Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  ) as Arguments[2])

export default formatMessage
