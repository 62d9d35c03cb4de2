import { Ajv2020 } from 'ajv/dist/2020.js'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Validation } from '#shared/workbench/areas/console.ts'

/** Draft-07 schemas name themselves; everything else is read as 2020-12, the protocol's default. */
function compile(schema: Record<string, unknown>): ValidateFunction {
  const { $schema } = schema
  const draft7 = typeof $schema === 'string' && $schema.includes('draft-07')
  const options = { allErrors: true, strict: false, validateFormats: false }
  return (draft7 ? new Ajv(options) : new Ajv2020(options)).compile(schema)
}

/** Checks a tool's structured content against its output schema; a schema that cannot be used is said, not thrown. */
export function validateOutput(
  schema: Record<string, unknown> | undefined,
  result: Record<string, unknown>,
): Validation | undefined {
  if (schema === undefined) return undefined
  const { structuredContent, isError } = result
  if (isError === true) return { state: 'unchecked', reason: 'The tool reported an error.', errors: [] }
  if (structuredContent === undefined) {
    return {
      state: 'invalid',
      reason: 'The tool has an output schema but sent no structured content.',
      errors: [],
    }
  }
  try {
    const validate = compile(schema)
    if (validate(structuredContent)) return { state: 'valid', errors: [] }
    return { state: 'invalid', errors: (validate.errors ?? []).map(describe) }
  } catch (error) {
    return {
      state: 'unchecked',
      reason: `The output schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      errors: [],
    }
  }
}

function describe(error: ErrorObject): { path: string; message: string } {
  return { path: error.instancePath || '/', message: error.message ?? error.keyword }
}
