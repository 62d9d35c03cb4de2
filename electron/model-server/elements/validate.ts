import { type Element, elementKey } from '#shared/model/element.ts'
import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { KINDS, isLinkKind, schemaOf, type Members, type Rule } from '#shared/model/kinds/index.ts'
import { destinationOf, fieldsMappingOf, sourceOf } from '#shared/model/link.ts'
import { reasonOf } from '#shared/model/reasons.ts'
import type { Diagnostic } from '#shared/model/validation.ts'
import { nearest } from '#shared/spl/index.ts'
import { fieldReferences } from './field-references.ts'
import { normaliseElement } from './normalise.ts'

/** Diagnostics collected while walking a spec. */
interface Findings {
  readonly errors: Diagnostic[]
  readonly warnings: Diagnostic[]
}

const patterns = new Map<string, RegExp>()

function matches(pattern: string, text: string): boolean {
  let known = patterns.get(pattern)
  if (!known) {
    known = new RegExp(pattern)
    patterns.set(pattern, known)
  }
  return known.test(text)
}

const isText = (value: Json): value is string => typeof value === 'string'

/** Describes what a rule accepts. */
function accepted(rule: Rule): string {
  switch (rule.type) {
    case 'text':
      return rule.choices ? rule.choices.join(', ') : 'text'
    case 'words':
      return 'text, or {en_us, zh_cn}'
    case 'map':
      return 'an object'
    case 'either':
      return rule.rules.map((one) => accepted(one)).join(' or ')
    case 'list':
      return 'a list'
    case 'object':
      return 'an object'
    case 'number':
      return 'a number'
    case 'boolean':
      return 'true or false'
    case 'any':
      return 'anything'
  }
}

function wrongType(path: string, rule: Rule, findings: Findings): void {
  findings.errors.push({
    field: path,
    reason: reasonOf('type', { accepted: accepted(rule) }),
    limit: accepted(rule),
  })
}

/** Checks a value; reports problems with their exact path. */
function checkValue(value: Json, rule: Rule, path: string, findings: Findings): void {
  switch (rule.type) {
    case 'any':
      return
    case 'number':
    case 'boolean':
      if (typeof value !== rule.type) wrongType(path, rule, findings)
      return
    case 'map':
      if (!isJsonObject(value)) wrongType(path, rule, findings)
      return
    case 'words': {
      const fits = isText(value) || (isJsonObject(value) && Object.values(value).every((one) => isText(one)))
      if (!fits) wrongType(path, rule, findings)
      return
    }
    case 'text':
      checkText(value, rule, path, findings)
      return
    case 'either': {
      const fits = rule.rules.some((one) => {
        const inner: Findings = { errors: [], warnings: [] }
        checkValue(value, one, path, inner)
        return inner.errors.length === 0
      })
      if (!fits) wrongType(path, rule, findings)
      return
    }
    case 'list':
      if (!Array.isArray(value)) return wrongType(path, rule, findings)
      if (value.length < (rule.least ?? 0)) {
        findings.errors.push({
          field: path,
          reason: reasonOf('least', { least: String(rule.least) }),
          limit: String(rule.least),
        })
      }
      for (const [index, item] of value.entries())
        checkValue(item as Json, rule.items, `${path}[${index}]`, findings)
      return
    case 'object':
      if (!isJsonObject(value)) return wrongType(path, rule, findings)
      checkMembers(value, rule.members, path, findings)
  }
}

function checkText(
  value: Json,
  rule: Extract<Rule, { type: 'text' }>,
  path: string,
  findings: Findings,
): void {
  if (!isText(value)) return wrongType(path, rule, findings)
  if (rule.choices && !rule.choices.includes(value)) {
    const limit = rule.choices.join(', ')
    const { others } = rule
    if (others && Object.hasOwn(others, value))
      findings.warnings.push({
        field: path,
        reason: reasonOf('readAs', { value, other: String(others[value]) }),
        limit,
      })
    else if (others)
      findings.warnings.push({
        field: path,
        reason: reasonOf('kept', { value, choices: limit }),
        limit,
      })
    else findings.errors.push({ field: path, reason: reasonOf('choice', { value, choices: limit }), limit })
  } else if (rule.pattern !== undefined && !matches(rule.pattern, value)) {
    findings.errors.push({
      field: path,
      reason: reasonOf('pattern', { value, pattern: rule.pattern }),
      limit: rule.pattern,
    })
  } else if (rule.max !== undefined && value.length > rule.max) {
    findings.errors.push({
      field: path,
      reason: reasonOf('long', { max: String(rule.max) }),
      limit: String(rule.max),
    })
  }
}

/**
 * Checks an object's members; unknown keys are warnings, because other people's packs contain them
 * (docs/model-service.md#validation).
 */
function checkMembers(
  value: { readonly [name: string]: Json },
  members: Members,
  path: string,
  findings: Findings,
): void {
  for (const [name, { rule, required }] of Object.entries(members)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined || member === null) {
      if (required)
        findings.errors.push({
          field: `${path}.${name}`,
          reason: reasonOf('required'),
          limit: accepted(rule),
        })
      continue
    }
    checkValue(member, rule, `${path}.${name}`, findings)
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(members, name)) {
      findings.warnings.push({ field: `${path}.${name}`, reason: reasonOf('notDefined') })
    }
  }
}

/**
 * Versions that an element may state; the second is that of the kinds' own schemas (docs/decisions.md, model
 * service 7).
 */
const VERSIONS = ['v0.1.0', 'v1.0.0'] as const

interface Validated {
  /** One per input value; undefined where the input is not an object. */
  readonly elements: readonly (Element | undefined)[]
  readonly errors: readonly Diagnostic[]
  readonly warnings: readonly Diagnostic[]
}

/**
 * Validates elements by the schemas of their kinds, and against each other and the workspace. Paths start
 * with `elements[i]`.
 */
export function validateElements(raw: readonly Json[], existing: readonly Element[]): Validated {
  const errors: Diagnostic[] = []
  const warnings: Diagnostic[] = []
  const elements: (Element | undefined)[] = []
  for (const [index, item] of raw.entries()) {
    const path = `elements[${index}]`
    if (!isJsonObject(item)) {
      errors.push({
        field: path,
        reason: reasonOf('type', { accepted: 'an object' }),
        limit: '{kind, domain, name, spec}',
      })
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
    findings.errors.push({ field: `${path}.kind/domain/name`, reason: reasonOf('identity') })
    return findings
  }
  const schema = schemaOf(element.kind)
  if (!schema) {
    const suggestion = nearest(element.kind, KINDS)
    const { kind } = element
    const reason = suggestion ? reasonOf('kindNear', { kind, near: suggestion }) : reasonOf('kind', { kind })
    findings.errors.push({ field: `${path}.kind`, reason, limit: KINDS.join(', ') })
    return findings
  }
  checkName(element, path, findings)
  checkVersion(element, path, findings)
  const { spec } = raw
  if (spec !== undefined && spec !== null && !isJsonObject(spec)) {
    findings.errors.push({
      field: `${path}.spec`,
      reason: reasonOf('type', { accepted: 'an object' }),
      limit: 'an object',
    })
  } else {
    checkMembers(element.spec ?? {}, schema.spec, `${path}.spec`, findings)
  }
  return findings
}

/** A slash in a name would make two elements share a stable key. */
function checkName(element: Element, path: string, findings: Findings): void {
  for (const name of ['domain', 'name'] as const) {
    if (!/^[\p{L}_][\p{L}\p{N}_.-]{0,127}$/u.test(element[name])) {
      findings.errors.push({
        field: `${path}.${name}`,
        reason: reasonOf('name'),
      })
    }
  }
}

/** A pack with its own `schema.url` has its own versions. */
function checkVersion({ version, schema }: Element, path: string, findings: Findings): void {
  if (version === undefined || VERSIONS.some((known) => known === version)) return
  const finding = {
    field: `${path}.version`,
    reason: reasonOf('version', { version }),
    limit: VERSIONS.join(', '),
  }
  if (typeof schema?.['url'] === 'string') findings.warnings.push(finding)
  else findings.errors.push(finding)
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Advice to authors, given only if there are no problems (docs/model-service.md#validation). */
function advice({ kind, spec = {} }: Element, path: string): Diagnostic[] {
  const findings: Diagnostic[] = []
  if (kind === 'entity_set' && list(spec['fields']).length === 0) {
    findings.push({
      field: `${path}.spec.fields`,
      reason: reasonOf('noFields'),
    })
  }
  for (const [index, metric] of list(spec['metrics']).entries()) {
    if (kind !== 'metric_set' || !isJsonObject(metric) || metric['unit'] || metric['data_format']) continue
    findings.push({
      field: `${path}.spec.metrics[${index}].unit`,
      reason: reasonOf('noUnit'),
    })
  }
  findings.push(...fieldReferences(spec, `${path}.spec`))
  const type = textOf(spec['entity_link_type'])
  if (/^(?:candidate|maybe)_/.test(type)) {
    findings.push({
      field: `${path}.spec.entity_link_type`,
      reason: reasonOf('draft', { type }),
    })
  }
  return findings
}

/**
 * Checks references between elements; warnings only, because the other end may be imported later
 * (docs/decisions.md, model service 8).
 */
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
        : [{ field: path, reason: reasonOf('same', { other: `elements[${before}]` }) }]),
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
    if (!end) findings.push({ field: `${path}.spec.${name}`, reason: reasonOf('noEnd') })
    else if (!known.has(elementKey(end))) {
      findings.push({
        field: `${path}.spec.${name}`,
        reason: reasonOf('noElement', { element: `${end.kind} ${end.domain}/${end.name}` }),
      })
    }
  }
  const [source, dest] = ends.map(([, end]) => end && known.get(elementKey(end)))
  for (const [from, to] of Object.entries(fieldsMappingOf(link))) {
    const at = `${path}.spec.fields_mapping.${from}`
    const missing = source && fieldNames(source)
    if (missing && !missing.has(from))
      findings.push({ field: at, reason: reasonOf('noField', { element: source.name, field: from }) })
    const target = dest && fieldNames(dest)
    if (target && !target.has(to))
      findings.push({ field: at, reason: reasonOf('noField', { element: dest.name, field: to }) })
  }
  return findings
}

/** Returns the names that a mapping may use; undefined for storages, whose fields are not declared. */
function fieldNames({ kind, spec = {} }: Element): ReadonlySet<string> | undefined {
  const labels = isJsonObject(spec['labels']) ? list(spec['labels']['keys']) : []
  const fields = [...list(spec['fields']), ...(kind === 'metric_set' ? labels : [])]
  if (fields.length === 0) return undefined
  return new Set(fields.flatMap((field) => (isJsonObject(field) ? [textOf(field['name'])] : [])))
}
