import { type Json, isJsonObject } from '#shared/model/json.ts'
import type { Members, Rule } from '#shared/model/kinds/index.ts'
import type { Diagnostic } from '#shared/model/validation.ts'

/** Findings gathered on a walk through a spec. */
export interface Findings {
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

/** What a rule accepts, in words. */
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
  findings.errors.push({ field: path, reason: `must be ${accepted(rule)}`, limit: accepted(rule) })
}

/** Checks a value; what is wrong goes to `findings` with its exact path. */
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
          reason: `needs at least ${rule.least} entry`,
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
      findings.warnings.push({ field: path, reason: `${value} is read as ${others[value]}`, limit })
    else if (others)
      findings.warnings.push({
        field: path,
        reason: `${value} is not one of ${limit}; it is kept as it is`,
        limit,
      })
    else findings.errors.push({ field: path, reason: `${value} is not one of ${limit}`, limit })
  } else if (rule.pattern !== undefined && !matches(rule.pattern, value)) {
    findings.errors.push({
      field: path,
      reason: `${value} does not match ${rule.pattern}`,
      limit: rule.pattern,
    })
  } else if (rule.max !== undefined && value.length > rule.max) {
    findings.errors.push({
      field: path,
      reason: `is longer than ${rule.max} characters`,
      limit: String(rule.max),
    })
  }
}

/** Checks an object's members; keys that no schema knows are warnings, as other people's packs have them (docs/model-service.md#validation). */
export function checkMembers(
  value: { readonly [name: string]: Json },
  members: Members,
  path: string,
  findings: Findings,
): void {
  for (const [name, { rule, required }] of Object.entries(members)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined || member === null) {
      if (required)
        findings.errors.push({ field: `${path}.${name}`, reason: 'required', limit: accepted(rule) })
      continue
    }
    checkValue(member, rule, `${path}.${name}`, findings)
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(members, name)) {
      findings.warnings.push({ field: `${path}.${name}`, reason: 'not defined by the schema of this kind' })
    }
  }
}
