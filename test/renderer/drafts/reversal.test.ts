import { describe, expect, it } from 'vitest'
import { draftsCollection, type StoredDraft } from '#shared/documents/authoring.ts'
import { afterSending } from '../../../renderer/drafts/items/after-sending.ts'
import { changeItem, type Draft } from '../../../renderer/drafts/items/draft.ts'
import { commit, isIrreversible, noDraft, redo, SENT, undo } from '../../../renderer/drafts/items/history.ts'
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

/** A draft that was sent with this outcome, as it is read from its file. */
function sent(draft: Draft, state: 'accepted' | 'refused' = 'accepted'): StoredDraft {
  const kept = commit(noDraft, draft, 'open', 0)
  const outcome = { state } as Parameters<typeof afterSending>[1] extends ReadonlyMap<string, infer O>
    ? O
    : never
  const after = commit(kept, afterSending(kept.draft, new Map([['a', outcome]])), SENT, 5000)
  return draftsCollection.schema.parse(JSON.parse(JSON.stringify(after))) as StoredDraft
}

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
    expect(isIrreversible(after)).toBe(true)
    expect(undo(after)).toEqual(after)
    expect(isIrreversible(sent(open(NEW, OLD)))).toBe(false)
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
