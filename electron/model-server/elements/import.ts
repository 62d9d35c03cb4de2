import { type Element, elementKey } from '#shared/model/element.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import type { Diagnostic, ValidationResult, WriteItem, WriteResult } from '#shared/model/validation.ts'
import type { Workspace } from '../graphstore/store.ts'
import { ServiceError, invalidArgument } from '../service-error.ts'
import { type Reading, type UnreadFile, readModelFiles } from './files.ts'
import { validateElements } from './validate.ts'

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

/** Input of an import: elements, or the contents of files. */
interface Given {
  readonly elements: readonly Json[]
  /** Source file of each element, if imported from files. */
  readonly paths: readonly string[]
  readonly unread: readonly UnreadFile[]
}

/**
 * `model_import`: exactly one of `elements` and `path`. Writes nothing if anything is wrong, unless
 * `partial_success` requests the valid part.
 *
 * @throws ServiceError INVALID_ARGUMENT, or VALIDATION_FAILED naming the first error
 */
export async function importTool(
  workspace: Workspace,
  args: JsonObject,
  reading: Omit<Reading, 'root'> & { readonly root: string | undefined },
): Promise<WriteResult & { readonly skipped?: number }> {
  const { path } = args
  const byPath = typeof path === 'string' && path !== ''
  if (byPath === (args['elements'] !== undefined && args['elements'] !== null)) {
    throw invalidArgument(byPath ? 'path' : 'elements', 'Give either elements or path, exactly one.')
  }
  const partial = args['partial_success'] === true
  if (!byPath)
    return write(workspace, { elements: elementsOf(args), paths: [], unread: [] }, partial, reading.signal)
  const { root } = reading
  if (root === undefined) throw invalidArgument('path', NO_FILES)
  const { files, unread, skipped } = await readModelFiles(path, { ...reading, root })
  const elements = files.map(({ element }) => element)
  const paths = files.map((file) => file.path)
  return { ...(await write(workspace, { elements, paths, unread }, partial, reading.signal)), skipped }
}

const NO_FILES =
  'This server reads no files of its machine: send elements, or ask its operator to name a folder with --import-root.'

/** Index of the element that a diagnostic refers to. */
const placeOf = ({ field }: Diagnostic): number => Number(/^elements\[(\d+)\]/.exec(field)?.[1] ?? -1)

async function write(
  workspace: Workspace,
  given: Given,
  partial: boolean,
  signal: AbortSignal | undefined,
): Promise<WriteResult> {
  const { elements, errors, warnings } = validateElements(given.elements, await workspace.elements(signal))
  if (given.unread.length > 0 && !partial) throw unreadRefusal(given, errors)
  if (errors.length > 0 && !partial) throw refusal(errors, given.paths)
  const bad = new Map<number, Diagnostic[]>()
  for (const error of errors) bad.set(placeOf(error), [...(bad.get(placeOf(error)) ?? []), error])
  const good = elements.flatMap((element, place) => (element && !bad.has(place) ? [element] : []))
  signal?.throwIfAborted()
  if (good.length > 0) await workspace.putElements(good)
  const items = [
    ...elements.map((element, place) => itemOf(element, given.paths[place], bad.get(place))),
    ...given.unread.map(({ path, error }): WriteItem => ({
      id: '',
      ok: false,
      code: error.code,
      message: error.message,
      details: { path },
    })),
  ]
  const applicable = warnings.filter((warning) => !bad.has(placeOf(warning)))
  return {
    accepted: good.length,
    failed: items.length - good.length,
    items,
    ...(applicable.length > 0 ? { warnings: applicable } : {}),
  }
}

function itemOf(
  element: Element | undefined,
  path: string | undefined,
  errors: readonly Diagnostic[] = [],
): WriteItem {
  const id = element ? elementKey(element) : ''
  const [first, ...others] = errors
  if (!first) return { id, ok: true }
  const where = path === undefined ? first.field : `${path}: ${first.field}`
  return {
    id,
    ok: false,
    code: 'VALIDATION_FAILED',
    message: `${where} ${first.reason}${others.length > 0 ? `, and ${others.length} more` : ''}`,
    details: { path, errors },
  }
}

const NOTHING = 'Nothing was imported; partial_success imports the others.'

/** Adds the source file to each error. */
const withPaths = (
  errors: readonly Diagnostic[],
  paths: readonly string[],
): (Diagnostic & { readonly path: string | undefined })[] =>
  errors.map((error) => ({ ...error, path: paths[placeOf(error)] }))

/** Describes the first unreadable file; the other files and all errors in readable ones are in the details. */
function unreadRefusal(
  { elements, unread: [first, ...others], paths }: Given,
  errors: readonly Diagnostic[],
): ServiceError {
  if (!first) throw new Error('every file was read')
  const isAlone = others.length + elements.length === 0
  const message = isAlone ? first.error.message : `${first.error.message} ${NOTHING}`
  return new ServiceError(first.error.code, message, {
    ...first.error.details,
    additional_errors: others.length + errors.length,
    errors: [
      ...[first, ...others].map(({ path, error }) => ({ path, reason: error.message })),
      ...withPaths(errors, paths),
    ],
  })
}

/** Describes the first error; all errors with their files are in the details. */
function refusal(errors: readonly Diagnostic[], paths: readonly string[]): ServiceError {
  const [first, ...others] = withPaths(errors, paths)
  const { path, field = '', reason = '' } = first ?? {}
  return new ServiceError(
    'VALIDATION_FAILED',
    `${path ?? `The element ${field.split('.')[0] ?? ''}`} is refused: ${field} ${reason}. ${NOTHING}`,
    { field, reason, additional_errors: others.length, errors: first ? [first, ...others] : [], path },
  )
}
