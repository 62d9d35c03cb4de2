import { z } from 'zod'
import type { JsonObject } from '#shared/model/json.ts'
import { keyOfValue, type DraftItem } from './draft.ts'
import { sortFindings, type ItemFinding, type SentLists } from './findings.ts'
import { parseYaml } from './yaml-text.ts'

/** One call of a write tool, and its items. */
export interface PlannedCall {
  readonly tool: 'model_import' | 'entity_write' | 'entity_expire'
  readonly args: JsonObject
  readonly lists: SentLists
  /** Stable key on the server, by item id. */
  readonly keys: ReadonlyMap<string, string>
}

/** `unknown`: no answer, so it may or may not have been written. */
export interface Outcome {
  readonly state: 'accepted' | 'refused' | 'held' | 'unknown'
  /** The server's code of a refusal (docs/model-service.md#errors). */
  readonly code?: string
  readonly message?: string
  readonly findings?: readonly ItemFinding[]
}

interface PlanOptions {
  /** Sent with payloads, so that a repeated request writes nothing twice. */
  readonly idempotencyKey: string
  /** Whether valid payloads of a batch are written although others are refused. */
  readonly partial: boolean
}

const idsOf = (items: readonly DraftItem[]): string[] => items.map(({ id }) => id)

function keysOf(items: readonly DraftItem[]): Map<string, string> {
  return new Map(items.map((item) => [item.id, keyOfValue(item.type, valueOf(item))]))
}

/** The payload of an item; expiring uses the key the server knows. */
function valueOf(item: DraftItem): JsonObject {
  if (item.expire && item.before) return item.before
  const parsed = parseYaml(item.text)
  return parsed.ok ? parsed.value : (item.before ?? {})
}

function expireCall(items: readonly DraftItem[], list: 'entities' | 'relations'): PlannedCall[] {
  if (items.length === 0) return []
  const keys = keysOf(items)
  const kind = list === 'entities' ? 'entity' : 'relation'
  return [
    {
      tool: 'entity_expire',
      args: { ids: items.map(({ id }) => keys.get(id) ?? ''), kind },
      lists: { [list]: idsOf(items) },
      keys,
    },
  ]
}

/** Plans the calls that send these items: elements first, since entities refer to them; expirations last. */
export function planSend(items: readonly DraftItem[], options: PlanOptions): readonly PlannedCall[] {
  const written = items.filter((item) => !item.expire)
  const elements = written.filter(({ type }) => type === 'element')
  const entities = written.filter(({ type }) => type === 'entity')
  const relations = written.filter(({ type }) => type === 'relation')
  const expired = items.filter((item) => item.expire)
  const calls: PlannedCall[] = []
  if (elements.length > 0)
    calls.push({
      tool: 'model_import',
      args: { elements: elements.map(valueOf) },
      lists: { elements: idsOf(elements) },
      keys: keysOf(elements),
    })
  if (entities.length + relations.length > 0)
    calls.push({
      tool: 'entity_write',
      args: {
        ...(entities.length > 0 ? { entities: entities.map(valueOf) } : {}),
        ...(relations.length > 0 ? { relations: relations.map(valueOf) } : {}),
        idempotency_key: options.idempotencyKey,
        ...(options.partial ? { partial_success: true } : {}),
      },
      lists: { entities: idsOf(entities), relations: idsOf(relations) },
      keys: keysOf([...entities, ...relations]),
    })
  return [
    ...calls,
    ...expireCall(
      expired.filter(({ type }) => type === 'entity'),
      'entities',
    ),
    ...expireCall(
      expired.filter(({ type }) => type === 'relation'),
      'relations',
    ),
  ]
}

const writeItem = z.looseObject({
  id: z.string().catch(''),
  ok: z.boolean(),
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})
const writeResult = z.looseObject({ items: z.array(writeItem).optional().catch(undefined) })
const finding = z.looseObject({ field: z.string(), reason: z.string() })
const answerSchema = z.looseObject({
  ok: z.boolean().optional(),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  details: z
    .looseObject({
      field: z.string().optional().catch(undefined),
      reason: z.string().optional().catch(undefined),
      errors: z.array(finding).optional().catch(undefined),
      items: z.array(writeItem).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  output: z.unknown().optional(),
})

type WriteItem = z.infer<typeof writeItem>

function refusal({ code, message }: WriteItem): Outcome {
  return {
    state: 'refused',
    ...(code === undefined ? {} : { code }),
    message: [code, message].filter(Boolean).join(': '),
  }
}

/** The items of an answer with their list; `entity_write` nests one result per list. */
function itemsOf(call: PlannedCall, output: unknown): (readonly [string, WriteItem | undefined])[] {
  const whole = writeResult.safeParse(output)
  return Object.entries(call.lists).flatMap(([list, ids]) => {
    const nested = (output as Record<string, unknown> | null)?.[list]
    const own = writeResult.safeParse(nested)
    const items = (own.success ? own.data : whole.success ? whole.data : {}).items ?? []
    const named = new Map(items.map((item) => [item.id, item]))
    return (ids ?? []).map((id, index) => [id, named.get(call.keys.get(id) ?? '') ?? items[index]] as const)
  })
}

/** Outcomes of a call refused as a whole: the faulty items have the error, the others were not written. */
function refusedCall(call: PlannedCall, answer: z.infer<typeof answerSchema>): Map<string, Outcome> {
  const { code = 'INTERNAL', error = '', details = {} } = answer
  const { field, reason, errors, items = [] } = details
  const rejections = errors ?? (field === undefined ? [] : [{ field, reason: reason ?? error }])
  const findings = sortFindings(rejections, call.lists, 'error')
  const named = new Map(items.filter(({ ok }) => !ok).map((item) => [item.id, item]))
  const anyBlamed = findings.size + named.size > 0
  return new Map(
    [...call.keys].map(([id, key]): [string, Outcome] => {
      const own = findings.get(id)
      const item = named.get(key)
      if (item) return [id, refusal(item)]
      if (own)
        return [
          id,
          { state: 'refused', code, message: `${code}: ${own[0]?.message ?? error}`, findings: own },
        ]
      return [id, anyBlamed ? { state: 'held' } : { state: 'refused', code, message: `${code}: ${error}` }]
    }),
  )
}

/** Maps a call's structured answer to outcomes per item. */
export function readOutcomes(call: PlannedCall, structured: unknown, isError: boolean): Map<string, Outcome> {
  const parsed = answerSchema.safeParse(structured)
  if (!parsed.success || isError || parsed.data.ok === false) {
    return refusedCall(call, parsed.success ? parsed.data : { output: undefined })
  }
  return new Map(
    itemsOf(call, parsed.data.output).map(([id, item]): [string, Outcome] => [
      id,
      item && !item.ok ? refusal(item) : { state: 'accepted' },
    ]),
  )
}

export function everyOutcome(call: PlannedCall, outcome: Outcome): Map<string, Outcome> {
  return new Map([...call.keys.keys()].map((id) => [id, outcome]))
}
