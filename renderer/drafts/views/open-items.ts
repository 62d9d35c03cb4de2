import { parseAllDocuments } from 'yaml'
import { isJsonObject, type JsonObject } from '#shared/model/json.ts'
import { cyclicAlias } from '#shared/model/yaml-cycles.ts'
import { MAX_YAML_LEVELS, tooDeepAt } from '#shared/model/yaml-depth.ts'
import { alteredScalar } from '#shared/model/yaml-integers.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { ItemType } from '#shared/documents/authoring.ts'
import { text } from '../../i18n/text.ts'
import { firstId } from '../items/entity-id.ts'
import { type NewLink, findByKey, itemOf, typeOfValue, withItem } from '../items/draft.ts'
import { MAX_TEXT_CHARACTERS, toYaml } from '../items/yaml-text.ts'
import { readOne } from '../server/calls.ts'
import type { Target } from '../server/target.ts'
import { draftOf, edit, select } from './drafts.ts'

/** Opens an object of the server, unless it is already open. @throws WorkbenchError if it does not exist */
export async function openItem(target: Target, draftId: string, type: ItemType, key: string): Promise<void> {
  const open = findByKey(draftOf(draftId), type, key)
  if (open) return select(draftId, open.id)
  const before = await readOne(target, type, key)
  if (!before) {
    throw new WorkbenchError({
      code: 'NOT_FOUND',
      message: text('authoring.gone', { type: text(`authoring.type.${type}`), key }),
    })
  }
  const again = findByKey(draftOf(draftId), type, key)
  if (again) return select(draftId, again.id)
  const id = crypto.randomUUID()
  void edit(draftId, `open:${id}`, (draft) => withItem(draft, itemOf(id, type, before)))
  select(draftId, id)
}

/** The item that the user asked for last, until its editor has taken the keyboard. */
let added: string | undefined

/** Whether an item was just added; true once. */
export function isJustAdded(id: string): boolean {
  if (added !== id) return false
  added = undefined
  return true
}

function addItem(draftId: string, type: ItemType, value: JsonObject): void {
  const id = crypto.randomUUID()
  added = id
  void edit(draftId, `new:${id}`, (draft) => withItem(draft, { id, type, text: toYaml(value) }))
  select(draftId, id)
}

/** Adds a new item. */
export function newItem(draftId: string, type: ItemType, of: Belonging): void {
  addItem(draftId, type, blankValue(type, Math.floor(Date.now() / 1000), of))
}

/** Adds a new relation between two entities, or link between two elements, with its ends filled in. */
export function newLink(draftId: string, { of, source, target, type }: NewLink): void {
  const [from, to] = [source.split('/'), target.split('/')]
  if (of === 'runtime') {
    const ends = Object.fromEntries(
      (
        [
          ['src', from],
          ['dest', to],
        ] as const
      ).flatMap(([side, [domain = '', set = '', id = '']]) => [
        [`__${side}_domain__`, domain],
        [`__${side}_entity_type__`, set],
        [`__${side}_entity_id__`, id],
      ]),
    )
    const blank = blankValue('relation', Math.floor(Date.now() / 1000))
    addItem(draftId, 'relation', { ...blank, ...ends, __relation_type__: type })
    return
  }
  const end = ([domain = '', name = '', kind = 'entity_set']: readonly string[]): JsonObject => ({
    domain,
    kind,
    name,
  })
  addItem(draftId, 'element', {
    kind: 'entity_set_link',
    domain: from[0] ?? '',
    name: [from[1] ?? '', type, to[1] ?? ''].filter((part) => part !== '').join('_'),
    spec: { src: end(from), dest: end(to), entity_link_type: type },
  })
}

/**
 * Adds items from YAML or JSON files, with several documents or a list each. @throws WorkbenchError naming an
 * invalid file
 */
export async function openFiles(draftId: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const fail = (reason: string): WorkbenchError =>
      new WorkbenchError({
        code: 'BAD_FILE',
        message: text('authoring.badFile', { name: file.name, reason }),
      })
    if (file.size > MAX_TEXT_CHARACTERS) throw fail(text('authoring.tooLong', { most: MAX_TEXT_CHARACTERS }))
    for (const value of documentsOf(await file.text(), fail)) {
      const type = typeOfValue(value)
      if (!type) throw fail(text('authoring.noType'))
      addItem(draftId, type, value)
    }
  }
}

function documentsOf(content: string, fail: (reason: string) => WorkbenchError): JsonObject[] {
  if (tooDeepAt(content) !== undefined) throw fail(text('ui.tooDeep', { most: MAX_YAML_LEVELS }))
  const documents = parseAllDocuments(content)
  if (!Array.isArray(documents)) return []
  return documents.flatMap((document) => {
    const [error] = document.errors
    if (error) throw fail(error.message.split('\n')[0] ?? '')
    const cycle = cyclicAlias(document)
    if (cycle) throw fail(text('ui.cyclicAlias', { name: cycle.name }))
    const altered = alteredScalar(document)
    if (altered) throw fail(text('ui.longInteger', { ...altered.integer }))
    let value: unknown
    try {
      value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 }) ?? null)) as unknown
    } catch (cause) {
      throw fail(cause instanceof Error ? cause.message : String(cause))
    }
    const list: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value]
    return list.map((item) => {
      if (!isJsonObject(item)) throw fail(text('authoring.noType'))
      return item
    })
  })
}

/** The entity set of a new entity, and its definition if it is known. */
interface Belonging {
  readonly domain: string
  readonly name: string
  readonly set?: JsonObject | undefined
}

/** A new item with all known members filled in. `now` is in Unix seconds. */
function blankValue(type: ItemType, now: number, of: Belonging = { domain: '', name: '' }): JsonObject {
  const times = { __method__: 'Create', __first_observed_time__: now, __last_observed_time__: now }
  switch (type) {
    case 'element':
      return { kind: 'entity_set', domain: of.domain, name: '', spec: {} }
    case 'entity':
      return { __domain__: of.domain, __entity_type__: of.name, __entity_id__: firstId(of.set), ...times }
    case 'relation':
      return {
        __src_domain__: '',
        __src_entity_type__: '',
        __src_entity_id__: '',
        __relation_type__: '',
        __dest_domain__: '',
        __dest_entity_type__: '',
        __dest_entity_id__: '',
        ...times,
      }
  }
}
