import { showMinute, showRange } from '../i18n/moment.ts'
import { type Text } from '../i18n/text.ts'

interface OpenRange {
  /** RFC 3339. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A time range, possibly open at either end, in words. */
export function rangeWords({ from, to }: OpenRange, t: Text): string {
  if (from && to) return showRange(from, to)
  if (from) return t('ui.range.since', { from: showMinute(from) })
  return to ? t('ui.range.until', { to: showMinute(to) }) : t('ui.range.any')
}
