import { describe, expect, it } from 'vitest'
import { draftsCollection, type StoredDraft } from '#shared/documents/authoring.ts'
import { afterSending } from '../../../renderer/drafts/items/after-sending.ts'
import {
  changedItems,
  changeItem,
  stateOf,
  withoutItem,
  type Draft,
} from '../../../renderer/drafts/items/draft.ts'
import { commit, noDraft, redo, SENT, takenBack, undo } from '../../../renderer/drafts/items/history.ts'
import { parseYaml, toYaml } from '../../../renderer/drafts/items/yaml-text.ts'

const OLD = { __entity_id__: 'a', __method__: 'Update', owner: 'payments' }
const NEW = { ...OLD, owner: 'night shift' }
const open = (value: Record<string, string>, before?: Record<string, string>): Draft => ({
  items: [
    {
      id: 'a',
      type: 'kind' in value ? 'element' : 'entity',
      text: toYaml(value),
      ...(before ? { before } : {}),
    },
  ],
})

/** From its file. */
const again = (stored: StoredDraft): StoredDraft =>
  draftsCollection.schema.parse(JSON.parse(JSON.stringify(stored))) as StoredDraft

/** A draft after all that has changed was sent. */
function sendAll(stored: StoredDraft, state: 'accepted' | 'refused' = 'accepted'): StoredDraft {
  const outcome = { state } as Parameters<typeof afterSending>[1] extends ReadonlyMap<string, infer O>
    ? O
    : never
  const outcomes = new Map(changedItems(stored.draft).map(({ id }) => [id, outcome]))
  return again(commit(stored, afterSending(stored.draft, outcomes), SENT, 5000))
}

/** A draft that was sent with this outcome. */
const sent = (draft: Draft, state: 'accepted' | 'refused' = 'accepted'): StoredDraft =>
  sendAll(commit(noDraft, draft, 'open', 0), state)

const valueOf = ({ draft }: StoredDraft): unknown => {
  const parsed = parseYaml(draft.items[0]?.text ?? '')
  return parsed.ok && parsed.value
}

describe('undo of what was sent', () => {
  it('offers the value that the server had before', () => {
    const after = sent(open(NEW, OLD))
    expect(after.draft.items[0]).toMatchObject({ before: NEW })
    expect(valueOf(undo(after))).toEqual(OLD)
    expect(undo(after).draft.items[0]).toMatchObject({ before: NEW })
  })

  it('expires what was created', () => {
    const reversed = undo(sent(open({ ...NEW, __method__: 'Create' })))
    expect(reversed.draft.items[0]).toMatchObject({ expire: true, before: { owner: 'night shift' } })
  })

  it('creates what was expired', () => {
    const reversed = undo(sent(changeItem(open(OLD, OLD), 'a', { expire: true })))
    expect(valueOf(reversed)).toEqual({ ...OLD, __method__: 'Create' })
    expect(reversed.draft.items[0]?.before).toBeUndefined()
  })

  it('leaves a new element, which cannot be deleted', () => {
    const value = { kind: 'entity_set', domain: 'd', name: 'd.a' }
    const after = sent(open(value))
    expect(takenBack(after)).toEqual([])
    expect(undo(after)).toEqual(after)
    expect(takenBack(sent(open(NEW, OLD)))).toHaveLength(1)
  })

  it('ends there, and can be redone', () => {
    const after = sent(open(NEW, OLD))
    const reversed = undo(after)
    expect(undo(reversed).draft).toEqual(reversed.draft)
    expect(redo(reversed).draft).toEqual(after.draft)
  })

  it('is the step before where nothing was accepted', () => {
    const kept = sent(open(NEW, OLD), 'refused')
    expect(valueOf(kept)).toEqual(NEW)
    expect(undo(kept).draft.items).toEqual([])
  })

  it('is of the text as it was sent, not of a later change', () => {
    const after = sent(open(NEW, OLD))
    const later = commit(
      after,
      changeItem(after.draft, 'a', { text: toYaml({ ...NEW, owner: 'x' }) }),
      'text',
      9000,
    )
    expect(valueOf(undo(later))).toEqual(NEW)
    expect(valueOf(undo(undo(later)))).toEqual(OLD)
  })
})

describe('undo of several sendings', () => {
  const LATER = { ...NEW, owner: 'day shift' }
  const type = (stored: StoredDraft, value: Record<string, string>): StoredDraft =>
    commit(stored, changeItem(stored.draft, 'a', { text: toYaml(value) }), 'text', 9000)
  const expire = (stored: StoredDraft): StoredDraft =>
    commit(stored, changeItem(stored.draft, 'a', { expire: true }), 'expire', 9000)
  const created = sent(open({ ...OLD, __method__: 'Create' }))
  const twice = sendAll(type(sent(open(NEW, OLD)), LATER))

  it('reaches each, latest first, and offers one write for all', () => {
    expect(valueOf(undo(twice))).toEqual(NEW)
    const both = undo(undo(twice))
    expect(valueOf(both)).toEqual(OLD)
    expect(both.draft.items).toHaveLength(1)
    expect(both.draft.items[0]).toMatchObject({ before: LATER, reverses: true })
    expect(undo(both)).toMatchObject({ draft: both.draft, history: { past: [] } })
  })

  it('goes on with the sending before once the reverse of the last was sent', () => {
    const back = sendAll(undo(twice))
    expect(back.draft.items.map(stateOf)).toEqual(['same'])
    expect(valueOf(undo(back))).toEqual(OLD)
    expect(undo(back).draft.items[0]).toMatchObject({ before: NEW })
    expect(takenBack(sendAll(undo(back)))).toBeUndefined()
  })

  it('takes back what was changed after the undo, not the undo', () => {
    const other = sendAll(type(undo(twice), { ...NEW, owner: 'nobody' }))
    expect(undo(other).draft.items[0]).toMatchObject({ before: { owner: 'nobody' } })
    expect(valueOf(undo(other))).toEqual(LATER)
    expect(valueOf(undo(undo(other)))).toEqual(OLD)
  })

  it.each<[string, StoredDraft, object[], object[]]>([
    ['created, then changed', sendAll(type(created, NEW)), [{ before: NEW }], [{ expire: true }]],
    [
      'changed, then expired',
      sendAll(expire(sent(open(NEW, OLD)))),
      [{ type: 'entity' }],
      [{ reverses: true }],
    ],
    ['created, then expired', sendAll(expire(created)), [{ type: 'entity' }], []],
  ])('is of the same thing: %s', (_, stored, once, both) => {
    expect(undo(stored).draft.items).toMatchObject(once)
    expect(undo(undo(stored)).draft.items).toMatchObject(both)
  })

  it('reaches what was put out of the draft since, without taking it for expired', () => {
    const out = commit(sent(open(NEW, OLD)), withoutItem(sent(open(NEW, OLD)).draft, 'a'), 'out', 9000)
    const b = { id: 'b', type: 'entity', text: toYaml({ ...NEW, __entity_id__: 'b' }) } as const
    const later = sendAll(commit(out, { items: [...out.draft.items, b] }, 'open:b', 12_000))
    const [first, second] = undo(undo(later)).draft.items
    expect(first).toMatchObject({ id: 'b', expire: true })
    expect(second).toMatchObject({ id: 'a', before: NEW })
    expect(parseYaml(second?.text ?? '')).toMatchObject({ value: OLD })
  })

  it('passes over new elements, which stay', () => {
    const element = {
      id: 'e',
      type: 'element',
      text: toYaml({ kind: 'entity_set', domain: 'd', name: 'd.e' }),
    } as const
    const first = sent(open(NEW, OLD))
    const later = sendAll(commit(first, { items: [...first.draft.items, element] }, 'open:e', 9000))
    expect(valueOf(undo(later))).toEqual(OLD)
  })
})
