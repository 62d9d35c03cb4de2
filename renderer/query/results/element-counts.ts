import { isLinkKind } from '#shared/model/kinds/names.ts'
import type { Row } from '../../spl/result.ts'

/**
 * How many rows of a model are elements, and how many links, which Explorer counts apart; undefined if the rows
 * are not of a model, or only of one sort.
 */
export function elementCounts(
  rows: readonly Row[],
): { readonly elements: number; readonly links: number } | undefined {
  let links = 0
  for (const { kind, domain, name } of rows) {
    if (typeof kind !== 'string' || typeof domain !== 'string' || typeof name !== 'string') return undefined
    if (isLinkKind(kind)) links++
  }
  const elements = rows.length - links
  return elements > 0 && links > 0 ? { elements, links } : undefined
}
