import { elementKey } from '#shared/model/element.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import type { ValidationResult, WriteResult } from '#shared/model/validation.ts'
import type { Workspace } from '../graphstore/store.ts'
import { ServiceError, invalidArgument } from '../service-error.ts'
import { type Reading, readModelFiles } from './files.ts'
import { type Validated, validateElements } from './validate.ts'

function elementsOf(args: JsonObject): readonly Json[] {
  const { elements } = args
  if (!Array.isArray(elements)) {
    throw invalidArgument('elements', 'The argument elements is a list of {kind, domain, name, spec}.')
  }
  return elements
}

/** `model_validate`. @throws ServiceError INVALID_ARGUMENT */
export async function validateTool(
  workspace: Workspace,
  args: JsonObject,
  signal?: AbortSignal,
): Promise<ValidationResult> {
  const raw = elementsOf(args)
  const { errors, warnings } = validateElements(raw, await workspace.elements(signal))
  return {
    valid: errors.length === 0,
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/**
 * `model_import`: exactly one of `elements` and `path`. Nothing is written when anything is wrong.
 *
 * @throws ServiceError INVALID_ARGUMENT, or VALIDATION_FAILED naming the first error
 */
export async function importTool(
  workspace: Workspace,
  args: JsonObject,
  reading: Reading,
): Promise<WriteResult & { readonly skipped?: number }> {
  const { path } = args
  const { signal } = reading
  const byPath = typeof path === 'string' && path !== ''
  if (byPath === (args['elements'] !== undefined && args['elements'] !== null)) {
    throw invalidArgument(byPath ? 'path' : 'elements', 'Give either elements or path, exactly one.')
  }
  if (!byPath)
    return write(workspace, validateElements(elementsOf(args), await workspace.elements(signal)), [], signal)
  const { files, skipped } = await readModelFiles(path, reading)
  const validated = validateElements(
    files.map(({ element }) => element),
    await workspace.elements(signal),
  )
  const result = await write(
    workspace,
    validated,
    files.map((file) => file.path),
    signal,
  )
  return { ...result, skipped }
}

async function write(
  workspace: Workspace,
  { elements, errors, warnings }: Validated,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<WriteResult> {
  const [first, ...others] = errors
  if (first) {
    const path = paths[Number(/^elements\[(\d+)\]/.exec(first.field)?.[1] ?? -1)]
    throw new ServiceError(
      'VALIDATION_FAILED',
      `${path ?? first.field} is refused: ${first.field} ${first.reason}. Nothing was imported.`,
      {
        field: first.field,
        reason: first.reason,
        additional_errors: others.length,
        errors,
        ...(path === undefined ? {} : { path }),
      },
    )
  }
  signal?.throwIfAborted()
  if (elements.length > 0) await workspace.putElements(elements)
  return {
    accepted: elements.length,
    failed: 0,
    items: elements.map((element) => ({ id: elementKey(element), ok: true })),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}
