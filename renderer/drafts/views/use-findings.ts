import { useEffect, useMemo, useState } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { changedItems, type Draft, type DraftItem } from '../items/draft.ts'
import {
  checkPayload,
  mergeFindings,
  sortFindings,
  type FindingsById,
  type ItemFinding,
} from '../items/findings.ts'
import { parseYaml } from '../items/yaml-text.ts'
import { validateElements } from '../server/calls.ts'
import { modelFindings } from '../items/model-findings.ts'
import type { Target } from '../server/target.ts'
import { useKnownEnds } from './end-names.ts'
import { useLinks } from './use-rows.ts'

/** Debounce in milliseconds before the server validates. */
const QUIET_MS = 300

interface Checked {
  readonly findings: FindingsById
  /** Whether the server is validating the current draft. */
  readonly checking: boolean
  /** Why validation by the server failed. */
  readonly failure: Failure | undefined
}

/** Findings without the server: YAML syntax, and the rules for payloads. */
function localFindings(items: readonly DraftItem[]): Map<string, readonly ItemFinding[]> {
  const found = new Map<string, readonly ItemFinding[]>()
  for (const { id, type, text, expire } of items) {
    if (expire) continue
    const parsed = parseYaml(text)
    if (!parsed.ok) {
      const { message, line, column } = parsed.problem
      found.set(id, [{ path: '', message: `${message} (${line}:${column})`, severity: 'error' }])
    } else if (type !== 'element') {
      const list = checkPayload(type, parsed.value)
      if (list.length > 0) found.set(id, list)
    }
  }
  return found
}

/** Warnings about entities and relations that the model speaks against. */
function useModelFindings(
  target: Target,
  items: readonly DraftItem[],
  changed: readonly DraftItem[],
  sets: readonly JsonObject[] | undefined,
): FindingsById {
  const hasRelations = changed.some(({ type, expire }) => type === 'relation' && !expire)
  const { rows, isWhole } = useLinks(target, hasRelations)
  const links = isWhole ? rows : undefined
  const entities = useKnownEnds(target, hasRelations ? items : NO_ITEMS)
  return useMemo(
    () =>
      new Map(
        changed.flatMap(({ id, type, text, expire }) => {
          const parsed = parseYaml(text)
          return type === 'element' || expire || !parsed.ok
            ? []
            : [[id, modelFindings(type, parsed.value, { sets, links, entities })] as const]
        }),
      ),
    [changed, sets, links, entities],
  )
}

const NO_ITEMS: readonly DraftItem[] = []

/** Validates the draft: locally at once, and debounced with the server's `model_validate`. */
export function useFindings(target: Target, draft: Draft, sets: readonly JsonObject[] | undefined): Checked {
  const changed = useMemo(() => changedItems(draft), [draft])
  const local = useMemo(() => localFindings(changed), [changed])
  const [server, setServer] = useState<{ of: unknown; findings: FindingsById; failure?: Failure }>({
    of: undefined,
    findings: new Map(),
  })

  useEffect(() => {
    const elements = changed.filter(({ type, id }) => type === 'element' && !local.has(id))
    const done = (findings: FindingsById, failure?: Failure): void =>
      setServer({ of: changed, findings, ...(failure ? { failure } : {}) })
    if (elements.length === 0) {
      done(new Map())
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      const values = new Map(
        elements.flatMap(({ id, text }) => {
          const parsed = parseYaml(text)
          return parsed.ok ? [[id, parsed.value] as const] : []
        }),
      )
      const sent = { elements: [...values.keys()] }
      validateElements(target, [...values.values()], abort.signal).then(
        ({ errors, warnings }) =>
          done(
            mergeFindings(
              sortFindings(errors, sent, 'error', values),
              sortFindings(warnings, sent, 'warning', values),
            ),
          ),
        (error: unknown) => {
          if (!abort.signal.aborted) done(new Map(), toFailure(error))
        },
      )
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [changed, local, target])

  const model = useModelFindings(target, draft.items, changed, sets)
  const findings = useMemo(
    () => mergeFindings(local, server.findings, model),
    [local, server.findings, model],
  )
  return { findings, checking: server.of !== changed, failure: server.failure }
}

export function hasError(findings: FindingsById, id: string): boolean {
  return findings.get(id)?.some(({ severity }) => severity === 'error') ?? false
}
