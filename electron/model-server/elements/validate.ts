import { type Element, elementKey } from '#shared/model/element.ts'
import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { KINDS, isLinkKind, schemaOf } from '#shared/model/kinds/index.ts'
import { destinationOf, fieldsMappingOf, sourceOf } from '#shared/model/link.ts'
import type { Diagnostic } from '#shared/model/validation.ts'
import { nearest } from '#shared/spl/index.ts'
import { type Findings, checkMembers } from './check.ts'
import { normaliseElement } from './normalise.ts'

/** Versions an element may name; the second is that of the kinds' own schemas (docs/decisions.md, model service 7). */
const VERSIONS = ['v0.1.0', 'v1.0.0'] as const

interface Validated {
  /** One for each given value; undefined where that is no object. */
  readonly elements: readonly (Element | undefined)[]
  readonly errors: readonly Diagnostic[]
  readonly warnings: readonly Diagnostic[]
}

/**
 * Checks elements, each by the schema of its kind and all against each other and what the workspace holds. Paths start with
 * `elements[i]`.
 */
export function validateElements(raw: readonly Json[], existing: readonly Element[]): Validated {
  const errors: Diagnostic[] = []
  const warnings: Diagnostic[] = []
  const elements: (Element | undefined)[] = []
  for (const [index, item] of raw.entries()) {
    const path = `elements[${index}]`
    if (!isJsonObject(item)) {
      errors.push({ field: path, reason: 'must be an object', limit: '{kind, domain, name, spec}' })
      elements.push(undefined)
      continue
    }
    const element = normaliseElement(item)
    elements.push(element)
    const own = checkElement(element, item, path)
    errors.push(...own.errors)
    warnings.push(...own.warnings, ...(own.errors.length === 0 ? advice(element, path) : []))
  }
  return { elements, errors, warnings: [...warnings, ...across(elements, existing)] }
}

function checkElement(element: Element, raw: JsonObject, path: string): Findings {
  const findings: Findings = { errors: [], warnings: [] }
  if (!element.kind || !element.domain || !element.name) {
    findings.errors.push({ field: `${path}.kind/domain/name`, reason: 'kind, domain and name are required' })
    return findings
  }
  const schema = schemaOf(element.kind)
  if (!schema) {
    const suggestion = nearest(element.kind, KINDS)
    const reason = `unknown kind ${element.kind}${suggestion ? `; did you mean ${suggestion}?` : ''}`
    findings.errors.push({ field: `${path}.kind`, reason, limit: KINDS.join(', ') })
    return findings
  }
  checkName(element, path, findings)
  checkVersion(element, path, findings)
  const { spec } = raw
  if (spec !== undefined && spec !== null && !isJsonObject(spec)) {
    findings.errors.push({ field: `${path}.spec`, reason: 'must be an object', limit: 'an object' })
  } else {
    checkMembers(element.spec ?? {}, schema.spec, `${path}.spec`, findings)
  }
  return findings
}

/** Names are part of stable keys, so a slash in one would make two elements share a key. */
function checkName(element: Element, path: string, findings: Findings): void {
  for (const name of ['domain', 'name'] as const) {
    if (!/^[\p{L}_][\p{L}\p{N}_.-]{0,127}$/u.test(element[name])) {
      findings.errors.push({
        field: `${path}.${name}`,
        reason: 'starts with a letter, then letters, digits, - _ . up to 128 characters',
      })
    }
  }
}

/** A pack with its own `schema.url` keeps its own versions. */
function checkVersion({ version, schema }: Element, path: string, findings: Findings): void {
  if (version === undefined || VERSIONS.some((known) => known === version)) return
  const finding = {
    field: `${path}.version`,
    reason: `unknown version ${version}`,
    limit: VERSIONS.join(', '),
  }
  if (typeof schema?.['url'] === 'string') findings.warnings.push(finding)
  else findings.errors.push(finding)
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Advice to authors, given only where nothing is wrong (docs/model-service.md#validation). */
function advice({ kind, spec = {} }: Element, path: string): Diagnostic[] {
  const findings: Diagnostic[] = []
  if (kind === 'entity_set' && list(spec['fields']).length === 0) {
    findings.push({
      field: `${path}.spec.fields`,
      reason: 'an entity set without fields says nothing about its entities',
    })
  }
  for (const [index, metric] of list(spec['metrics']).entries()) {
    if (kind !== 'metric_set' || !isJsonObject(metric) || metric['unit'] || metric['data_format']) continue
    findings.push({
      field: `${path}.spec.metrics[${index}].unit`,
      reason: 'neither unit nor data_format says how to read it',
    })
  }
  const type = textOf(spec['entity_link_type'])
  if (/^(?:candidate|maybe)_/.test(type)) {
    findings.push({
      field: `${path}.spec.entity_link_type`,
      reason: `${type} looks like a draft; name the relation`,
    })
  }
  return findings
}

/** Checks across elements; warnings only, since the other end may come later (docs/decisions.md, model service 8). */
function across(elements: Validated['elements'], existing: readonly Element[]): Diagnostic[] {
  const known = new Map(
    [...existing, ...elements].flatMap((element) => (element ? [[elementKey(element), element]] : [])),
  )
  const first = new Map<string, number>()
  return elements.flatMap((element, index) => {
    if (!element) return []
    const path = `elements[${index}]`
    const key = elementKey(element)
    const before = first.get(key)
    first.set(key, before ?? index)
    return [
      ...(before === undefined
        ? []
        : [{ field: path, reason: `the same element as elements[${before}]; the last one wins` }]),
      ...(isLinkKind(element.kind) ? linkFindings(element, path, known) : []),
    ]
  })
}

function linkFindings(link: Element, path: string, known: ReadonlyMap<string, Element>): Diagnostic[] {
  const ends = [
    ['src', sourceOf(link)],
    ['dest', destinationOf(link)],
  ] as const
  const findings: Diagnostic[] = []
  for (const [name, end] of ends) {
    if (!end) findings.push({ field: `${path}.spec.${name}`, reason: 'the link has no such end' })
    else if (!known.has(elementKey(end))) {
      findings.push({
        field: `${path}.spec.${name}`,
        reason: `there is no ${end.kind} ${end.domain}/${end.name}`,
      })
    }
  }
  const [source, dest] = ends.map(([, end]) => end && known.get(elementKey(end)))
  for (const [from, to] of Object.entries(fieldsMappingOf(link))) {
    const at = `${path}.spec.fields_mapping.${from}`
    const missing = source && fieldNames(source)
    if (missing && !missing.has(from))
      findings.push({ field: at, reason: `${source.name} has no field ${from}` })
    const target = dest && fieldNames(dest)
    if (target && !target.has(to)) findings.push({ field: at, reason: `${dest.name} has no field ${to}` })
  }
  return findings
}

/** Names that a mapping may use; undefined for storages, whose fields nobody declares. */
function fieldNames({ kind, spec = {} }: Element): ReadonlySet<string> | undefined {
  const labels = isJsonObject(spec['labels']) ? list(spec['labels']['keys']) : []
  const fields = [...list(spec['fields']), ...(kind === 'metric_set' ? labels : [])]
  if (fields.length === 0) return undefined
  return new Set(fields.flatMap((field) => (isJsonObject(field) ? [textOf(field['name'])] : [])))
}
