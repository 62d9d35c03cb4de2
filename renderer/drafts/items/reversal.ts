import type { Draft, DraftItem } from './draft.ts'
import { toYaml } from './yaml-text.ts'

const METHOD = '__method__'

/** Takes back what was sent of an item that still is in the draft. An element cannot be deleted, so a new one stays. */
function reverse(was: DraftItem, is: DraftItem): DraftItem {
  const { before } = was
  if (before === undefined) return is.type === 'element' ? is : { ...is, expire: true }
  return { ...is, text: toYaml(METHOD in before ? { ...before, [METHOD]: 'Update' } : before) }
}

/**
 * The draft that takes back what was sent: changed items as they were on the server before, created ones to expire, expired ones
 * to create again. `was` is the draft that was sent, `is` the one after it.
 */
export function reversal(was: Draft, is: Draft): Draft {
  const sent = new Map(was.items.map((item) => [item.id, item]))
  const left = new Set(is.items.map(({ id }) => id))
  const kept = is.items.map((item) => {
    const before = sent.get(item.id)
    return before === undefined || before === item ? item : reverse(before, item)
  })
  const again = was.items.flatMap(({ id, type, before }) =>
    left.has(id) || before === undefined
      ? []
      : [{ id, type, text: toYaml({ ...before, [METHOD]: 'Create' }) }],
  )
  return { items: [...kept, ...again] }
}
