import { text } from '../i18n/text.ts'
import type { FormFinding } from './finding-context.ts'
import {
  controlOf,
  isNullable,
  matchingOption,
  resolveRef,
  simplify,
  type FormSchema,
  type TextFormat,
} from './schema.ts'

const VALID: Readonly<Partial<Record<TextFormat, (value: string) => boolean>>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => URL.canParse(value),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  'date-time': (value) => !Number.isNaN(Date.parse(value)),
}

/**
 * Validates a value against its schema and returns findings by path, shown before anything is sent. What a
 * form cannot evaluate, such as conditions, is left to the server.
 */
export function findingsOf(schema: FormSchema, value: unknown): ReadonlyMap<string, FormFinding> {
  const findings = new Map<string, FormFinding>()
  check({ type: 'object', ...schema }, schema, value, '', true, (path, message) => {
    if (!findings.has(path)) findings.set(path, { message, severity: 'error' })
  })
  return findings
}

type Tell = (path: string, message: string) => void

function check(
  schema: FormSchema,
  root: FormSchema,
  value: unknown,
  path: string,
  required: boolean,
  tell: Tell,
): void {
  if (value === undefined) {
    if (required && !isNullable(schema, root)) tell(path, text('console.form.required'))
    return
  }
  if (value === null && isNullable(schema, root)) return
  const control = controlOf(schema, root)
  switch (control.kind) {
    case 'text':
      return checkText(simplify(schema, root), control.format, value, path, tell)
    case 'number':
      return checkNumber(control.schema, control.integer, value, path, tell)
    case 'list':
    case 'set':
      return checkList(simplify(schema, root), root, value, path, tell)
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return tell(path, text('console.form.wrongType', { type: 'object' }))
      for (const [name, member] of control.properties)
        check(
          member,
          root,
          (value as Record<string, unknown>)[name],
          path === '' ? name : `${path}.${name}`,
          control.required.has(name),
          tell,
        )
      return
    case 'union': {
      const option = control.options[matchingOption(control.options, value, root)]
      if (option) check(resolveRef(option, root), root, value, path, true, tell)
    }
  }
}

function checkText(
  schema: FormSchema,
  format: TextFormat | undefined,
  value: unknown,
  path: string,
  tell: Tell,
): void {
  if (typeof value !== 'string') return tell(path, text('console.form.wrongType', { type: 'string' }))
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  // JSON Schema counts code points.
  const { length } = Array.from(value)
  if (length < minLength) tell(path, text('console.form.shorter', { limit: minLength }))
  else if (length > maxLength) tell(path, text('console.form.longer', { limit: maxLength }))
  else if (format !== undefined && VALID[format]?.(value) === false)
    tell(path, text('console.form.wrongFormat', { format }))
  else if (pattern !== undefined && !matches(pattern, value))
    tell(path, text('console.form.pattern', { pattern }))
}

/** An invalid pattern is ignored; the server decides. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

function checkNumber(schema: FormSchema, integer: boolean, value: unknown, path: string, tell: Tell): void {
  if (typeof value !== 'number' || (integer && !Number.isInteger(value)))
    return tell(path, text('console.form.wrongType', { type: integer ? 'integer' : 'number' }))
  const { minimum = -Infinity, maximum = Infinity } = schema
  if (value < minimum) tell(path, text('console.form.less', { limit: minimum }))
  else if (value > maximum) tell(path, text('console.form.more', { limit: maximum }))
}

function checkList(schema: FormSchema, root: FormSchema, value: unknown, path: string, tell: Tell): void {
  if (!Array.isArray(value)) return tell(path, text('console.form.wrongType', { type: 'array' }))
  const { minItems = 0, maxItems = Infinity, items = {} } = schema
  if (value.length < minItems) tell(path, text('console.form.fewer', { limit: minItems }))
  else if (value.length > maxItems) tell(path, text('console.form.many', { limit: maxItems }))
  for (const [place, item] of value.entries()) check(items, root, item, `${path}[${place}]`, true, tell)
}
