import { z } from 'zod'

/**
 * Field types shared by the request schemas. The messages are exactly those of the real platform
 * (docs/sandbox-platform.md#envelope), because programs match on them. Constraints checked in code are
 * repeated as `meta` for the OpenAPI document.
 */
export const notBlank = z
  .string({ error: 'Input should be a valid string' })
  .trim()
  .min(1, { error: 'String should have at least 1 character' })
  .meta({ pattern: String.raw`\S` })

export const text = z.string({ error: 'Input should be a valid string' })

/** A file path. Leading and trailing blanks are part of the name. */
export const filePath = text.min(1, { error: 'String should have at least 1 character' })

export const flag = z.union(
  [
    z.boolean(),
    z.literal(['true', 'True', '1', 'yes', 'on']).transform(() => true),
    z.literal(['false', 'False', '0', 'no', 'off']).transform(() => false),
  ],
  { error: 'Input should be a valid boolean' },
)

const isNumeric = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

/** A number or a numeric string: both SDKs and people send `"2"`. */
export const number = z.preprocess(
  (value) => (isNumeric(value) ? Number(value) : value),
  z.number({ error: 'Input should be a valid number' }),
)

/** An integer; fractions get their own error message, as upstream. */
export const integer = z.preprocess(
  (value) => (isNumeric(value) ? Number(value) : value),
  z
    .number({ error: 'Input should be a valid integer' })
    .refine(Number.isInteger, {
      error: 'Input should be a valid integer, got a number with a fractional part',
    })
    .meta({ type: 'integer' }),
)

export const atLeast = (minimum: number) =>
  integer
    .refine((value) => value >= minimum, { error: `Input should be greater than or equal to ${minimum}` })
    .meta({ minimum })

/** Timeout in seconds; fractions are allowed, zero and negative numbers are not. */
export const seconds = number
  .refine((value) => value > 0, { error: 'Input should be greater than 0' })
  .meta({ exclusiveMinimum: 0 })

export const environment = z.record(z.string(), text, { error: 'Input should be a valid dictionary' })

export const textList = z.array(text, { error: 'Input should be a valid list' })

/** Accepts absent and null. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish()
