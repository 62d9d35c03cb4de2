import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { draftsCollection, type DraftItem, type StoredDraft } from '#shared/documents/authoring.ts'
import { afterSending, replacing, reviewed } from '../../../renderer/drafts/items/after-sending.ts'
import { changeItem, itemOf, stateOf, withItem } from '../../../renderer/drafts/items/draft.ts'
import { commit, noDraft, SENT, takenBack, undo } from '../../../renderer/drafts/items/history.ts'
import { refreshed } from '../../../renderer/drafts/items/refresh.ts'
import { toYaml } from '../../../renderer/drafts/items/yaml-text.ts'

const element = (label: string): JsonObject => ({
  kind: 'entity_set',
  domain: 'd',
  name: 'd.a',
  spec: { label },
})
const [OLD, MINE, THEIRS] = [element('old'), element('mine'), element('theirs')]

/** From its file. */
const again = (stored: StoredDraft): StoredDraft =>
  draftsCollection.schema.parse(JSON.parse(JSON.stringify(stored))) as StoredDraft

const opened = (before: JsonObject): StoredDraft =>
  commit(noDraft, withItem(noDraft.draft, itemOf('a', 'element', before)), 'open', 0)
const fresh = (value: JsonObject): StoredDraft =>
  commit(noDraft, { items: [{ id: 'a', type: 'element', text: toYaml(value) }] }, 'new', 0)
const typed = (stored: StoredDraft, value: JsonObject): StoredDraft =>
  commit(stored, changeItem(stored.draft, 'a', { text: toYaml(value) }), 'text', 5000)
/** Accepted by a server that had this before. */
function sent(stored: StoredDraft, now?: JsonObject): StoredDraft {
  const outcomes = new Map([['a', { state: 'accepted' } as const]])
  const draft = replacing(stored.draft, outcomes, [reviewed(itemIn(stored), now)])
  const was = { ...stored, draft: { items: [...draft.items] } }
  return again(commit(was, afterSending(draft, outcomes), SENT, 9000))
}

const itemIn = ({ draft }: StoredDraft): DraftItem => draft.items[0] as DraftItem
/** The draft once the server was found to have this. */
const found = (stored: StoredDraft, now: JsonObject | undefined): StoredDraft =>
  refreshed(stored, new Map([['a', { before: itemIn(stored).before ?? {}, now }]]))

describe('a draft compared with what the server has now', () => {
  it.each<[string, StoredDraft, JsonObject | undefined, string, JsonObject]>([
    ['nothing has changed', opened(OLD), OLD, 'same', OLD],
    ['it was only opened: it follows', opened(OLD), THEIRS, 'same', THEIRS],
    ['it was only opened, and is gone', opened(OLD), undefined, 'new', OLD],
    [
      'it was replaced from here, and the model restored',
      sent(typed(opened(OLD), MINE), OLD),
      OLD,
      'changed',
      MINE,
    ],
    [
      'it came from a file, replaced one, and the model was restored',
      sent(fresh(MINE), OLD),
      OLD,
      'changed',
      MINE,
    ],
    ['it was created from here, and the model restored', sent(fresh(MINE)), undefined, 'new', MINE],
    ['it was sent from here, and changed elsewhere: it follows', sent(fresh(MINE)), THEIRS, 'same', THEIRS],
    [
      'it was changed here and elsewhere: the review says so',
      typed(opened(OLD), MINE),
      THEIRS,
      'changed',
      MINE,
    ],
  ])('%s', (_, stored, now, state, value) => {
    const item = itemIn(found(stored, now))
    expect(stateOf(item)).toBe(state)
    expect(item.text).toBe(toYaml(value))
  })

  it('keeps the version that a change was made on, and one that was read or sent meanwhile', () => {
    expect(itemIn(found(typed(opened(OLD), MINE), THEIRS)).before).toEqual(OLD)
    const stored = opened(MINE)
    expect(refreshed(stored, new Map([['a', { before: OLD, now: OLD }]]))).toBe(stored)
  })

  it('keeps comments of a text that follows', () => {
    const commented = `# Why it is here.\n${toYaml(MINE)}`
    const stored = sent(
      commit(fresh(MINE), changeItem(fresh(MINE).draft, 'a', { text: commented }), 't', 3000),
    )
    expect(itemIn(found(stored, THEIRS)).text).toBe(`# Why it is here.\n${toYaml(THEIRS)}`)
  })

  it('takes an element whose key is in its metadata for the one that the server has on top, too', () => {
    const authored = { kind: 'entity_set', metadata: { domain: 'd', name: 'd.a' }, spec: {} }
    const stored = sent(fresh(authored))
    expect(found(stored, { ...authored, domain: 'd', name: 'd.a' })).toBe(stored)
  })

  it('does not offer to reverse what was taken back, and goes on to the steps before', () => {
    const back = found(sent(typed(opened(OLD), MINE), OLD), OLD)
    expect(itemIn(undo(back)).text).toBe(toYaml(OLD))
    expect(stateOf(itemIn(undo(back)))).toBe('same')
    expect(takenBack(sent(fresh(MINE)))).toEqual([])
    expect(takenBack(sent(fresh(MINE), OLD))).toHaveLength(1)
    expect(takenBack(found(sent(fresh(MINE)), undefined))).toBeUndefined()
  })

  it('asks before it sends again what was taken back or is gone, until the user changes it', () => {
    const back = found(sent(typed(opened(OLD), MINE), OLD), OLD)
    expect(itemIn(back)).toMatchObject({ unasked: true })
    expect(itemIn(found(opened(OLD), undefined))).toMatchObject({ unasked: true })
    expect(itemIn(again(typed(back, THEIRS)))).not.toHaveProperty('unasked')
    expect(itemIn(sent(back, OLD))).not.toHaveProperty('unasked')
    expect(itemIn(found(typed(opened(OLD), MINE), THEIRS))).not.toHaveProperty('unasked')
  })

  it('drops all sendings that were taken back at once', () => {
    const twice = sent(typed(sent(typed(opened(OLD), MINE), OLD), THEIRS), MINE)
    const back = found(twice, OLD)
    expect(stateOf(itemIn(back))).toBe('changed')
    expect(takenBack(back)).toBeUndefined()
  })
})
