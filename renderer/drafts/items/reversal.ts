import { written } from './after-sending.ts'
import type { Draft, DraftItem } from './draft.ts'
import { parseYaml, toYaml } from './yaml-text.ts'

const METHOD = '__method__'

/** The server's version once an item was sent; undefined if it expired. */
function sentValue({ text, expire }: DraftItem): DraftItem['before'] {
  const parsed = expire ? undefined : parseYaml(text)
  return parsed?.ok ? written(text, parsed.value).before : undefined
}

/** Nothing to write: what was created has expired again. */
const NOTHING = 'nothing'

/**
 * An item that takes back what was sent as `was`; undefined if nothing can: a new element cannot be deleted. `is` is the item as
 * it is in the draft, if it still is.
 */
function reverse(was: DraftItem, is: DraftItem | undefined): DraftItem | typeof NOTHING | undefined {
  const { id, type, before } = was
  const now = is ?? { id, type, text: '', before: sentValue(was) }
  const { before: held } = now
  if (before === undefined) {
    if (type === 'element') return undefined
    return held === undefined
      ? NOTHING
      : { id, type, before: held, text: toYaml(held), expire: true, reverses: true }
  }
  const method = held === undefined ? 'Create' : 'Update'
  const text = toYaml(METHOD in before ? { ...before, [METHOD]: method } : before)
  return { id, type, text, ...(held === undefined ? {} : { before: held }), reverses: true }
}

/**
 * The draft that takes back what was sent: changed items as they were on the server before, created ones to expire, expired ones
 * to create again. The same draft if nothing can be taken back.
 */
export function reversal(sent: readonly DraftItem[], draft: Draft): Draft {
  const inDraft = new Map(draft.items.map((item) => [item.id, item]))
  const reversed = new Map(
    sent.flatMap((was) => {
      const item = reverse(was, inDraft.get(was.id))
      return item ? [[was.id, item] as const] : []
    }),
  )
  if (reversed.size === 0) return draft
  const others = [...reversed].flatMap(([id, item]) => (inDraft.has(id) ? [] : [item]))
  const items = [...draft.items.map((item) => reversed.get(item.id) ?? item), ...others]
  return { items: items.filter((item) => item !== NOTHING) }
}
