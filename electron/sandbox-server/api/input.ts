import type { z } from 'zod'

/** Input that does not match its schema; the message names each path (docs/sandbox-platform.md#envelope). */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
}

/** Parses a JSON body; an empty one counts as `{}` only if the schema allows that. @throws InvalidInput */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw new InvalidInput('body: Field required')
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1] ?? String(text.length)
    throw new InvalidInput(`body.${position}: JSON decode error`)
  }
}

/** @throws InvalidInput with `path: reason` items joined by `; ` */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  place: string,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new InvalidInput(result.error.issues.map((issue) => issueText(place, value, issue)).join('; '))
}

function issueText(place: string, value: unknown, issue: z.core.$ZodIssue): string {
  const path = [place, ...issue.path.map(String)].join('.')
  if (issue.path.length === 0 && issue.code === 'invalid_type') {
    return `${path}: Input should be a valid dictionary or object to extract fields from`
  }
  return `${path}: ${isAbsent(value, issue.path) ? 'Field required' : issue.message}`
}

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let here: unknown = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return true
    here = (here as Record<PropertyKey, unknown>)[key]
  }
  return false
}
