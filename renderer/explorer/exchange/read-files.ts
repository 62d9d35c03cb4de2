import { isNode, LineCounter, parseAllDocuments, type Document } from 'yaml'
import { isFields } from '#shared/json/fields.ts'
import { elementKey } from '#shared/model/element.ts'
import { cyclicAlias } from '#shared/model/yaml-cycles.ts'
import { MAX_YAML_LEVELS, tooDeepAt } from '#shared/model/yaml-depth.ts'
import { alteredScalar } from '#shared/model/yaml-integers.ts'
import { atOnce, type Steps as Pausable } from '../../app/slices.ts'
import { text as words } from '../../i18n/text.ts'
import { yamlFault } from '../../drafts/items/yaml-fault.ts'
import { heaviestAlias } from './heavy-alias.ts'
import { jsonPieces, type Piece, yamlPieces } from './pieces.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Location of an element: its file, and the path within one of the documents of a piece of it. */
export interface Origin {
  readonly file: SourceFile
  readonly piece: Piece
  readonly document: number
  readonly steps: Steps
}

type Steps = readonly (string | number)[]

/** A read error, or a finding about an element. Lines count from 1. */
export interface Problem {
  readonly path: string
  readonly line?: number | undefined
  readonly message: string
  /** Whether the file is no text that could be corrected. */
  readonly binary?: boolean
}

export interface ReadFiles {
  /** Elements as written in the files: authoring form or flat form. */
  readonly elements: readonly Record<string, unknown>[]
  /** The location of each. */
  readonly origins: readonly Origin[]
  /** Files (or places in them) that could not be read. */
  readonly problems: readonly Problem[]
}

/**
 * Converts an element to its flat form (docs/model-service.md#elements): name, domain and version come from
 * metadata and schema.
 */
function flatElement(raw: Record<string, unknown>): Record<string, unknown> {
  const metadata = isFields(raw['metadata']) ? raw['metadata'] : {}
  const schema = isFields(raw['schema']) ? raw['schema'] : {}
  const name = metadata['name'] ?? raw['name']
  const domain =
    metadata['domain'] ?? raw['domain'] ?? (typeof name === 'string' ? name.split('.')[0] : undefined)
  const version = schema['version'] ?? raw['version']
  return {
    kind: raw['kind'],
    domain,
    name,
    version,
    ...(isFields(raw['metadata']) ? { metadata } : {}),
    ...(isFields(raw['spec']) ? { spec: raw['spec'] } : {}),
  }
}

/** Keys of the elements in the graph, as far as they name what makes one. */
export function keysOf({ elements }: ReadFiles): string[] {
  return elements.flatMap((element) => {
    const { kind, domain, name } = flatElement(element)
    return [kind, domain, name].every((part) => typeof part === 'string')
      ? [elementKey({ domain: String(domain), name: String(name), kind: String(kind) })]
      : []
  })
}

interface Found {
  readonly element: Record<string, unknown>
  readonly steps: Steps
}

function elementsIn(value: unknown, steps: Steps = []): Found[] {
  if (Array.isArray(value)) return value.flatMap((item, place) => elementsIn(item, [...steps, place]))
  if (!isFields(value)) return []
  if (Array.isArray(value['elements'])) return elementsIn(value['elements'], [...steps, 'elements'])
  return typeof value['kind'] === 'string' ? [{ element: flatElement(value), steps }] : []
}

/** The first syntax problem of a document. */
function faultOf(document: Document, lines: LineCounter): Omit<Problem, 'path'> | undefined {
  const [error] = document.errors
  if (error) return { line: error.linePos?.[0].line, message: yamlFault(error) }
  const cycle = cyclicAlias(document)
  if (cycle)
    return { line: lines.linePos(cycle.from).line, message: words('ui.cyclicAlias', { name: cycle.name }) }
  const altered = alteredScalar(document)
  return altered && { message: words('ui.longInteger', { ...altered.integer }) }
}

/** What the YAML library throws at a document, in our words: a ReferenceError for aliases that stand for too much. */
function thrownFault(error: unknown, document: Document, lines: LineCounter): Omit<Problem, 'path'> {
  if (!(error instanceof ReferenceError))
    return { message: error instanceof Error ? error.message : String(error) }
  const range = heaviestAlias(document)?.range
  return { line: range ? lines.linePos(range[0]).line : undefined, message: words('explorer.import.aliases') }
}

/** The elements of a document, or why there are none. */
function readDocument(document: Document, lines: LineCounter): readonly Found[] | Omit<Problem, 'path'> {
  try {
    return faultOf(document, lines) ?? elementsIn(document.toJS())
  } catch (error) {
    return thrownFault(error, document, lines)
  }
}

/** The documents of a piece; what the library throws while it reads them is one problem. */
function documentsOf({ text }: Piece, lines: LineCounter): readonly (Document | string)[] {
  try {
    return [...parseAllDocuments(text, { lineCounter: lines })]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Why a file is not read at all: it is no text, or nests too deep. */
function unreadable(text: string): Omit<Problem, 'path'> | undefined {
  if (text.includes('\0')) return { message: words('explorer.import.binary'), binary: true }
  const line = tooDeepAt(text)
  return line === undefined ? undefined : { line, message: words('ui.tooDeep', { most: MAX_YAML_LEVELS }) }
}

/** What each file holds, so that after a correction only the corrected one is read. */
const known = new WeakMap<SourceFile, ReadFiles>()

/** Reads the elements of YAML and JSON files, with several documents per file; skips other files. */
export const elementsOfFiles = (files: readonly SourceFile[]): ReadFiles => atOnce(readSteps(files))

/** {@link elementsOfFiles} as a pausable computation; `onFile` is called with the number of files read. */
export function* readSteps(
  files: readonly SourceFile[],
  onFile: (done: number) => void = () => undefined,
): Pausable<ReadFiles> {
  const elements: Record<string, unknown>[] = []
  const origins: Origin[] = []
  const problems: Problem[] = []
  for (const [place, file] of files.entries()) {
    yield
    onFile(place)
    const found = known.get(file) ?? (yield* readFile(file))
    known.set(file, found)
    for (const element of found.elements) elements.push(element)
    for (const origin of found.origins) origins.push(origin)
    problems.push(...found.problems)
  }
  return { elements, origins, problems }
}

function* readFile(file: SourceFile): Pausable<ReadFiles> {
  const { path, text } = file
  const elements: Record<string, unknown>[] = []
  const origins: Origin[] = []
  const problems: Problem[] = []
  if (!/\.(ya?ml|json)$/i.test(path)) return { elements, origins, problems }
  const take = (piece: Piece, document: number, found: readonly Found[]): void => {
    for (const { element, steps } of found) {
      elements.push(element)
      origins.push({ file, piece, document, steps })
    }
  }
  const json = path.toLowerCase().endsWith('.json') ? yield* jsonPieces(text) : undefined
  for (const { piece, value } of json ?? []) take(piece, 0, elementsIn(value))
  const fault = json ? undefined : unreadable(text)
  if (fault) return { elements, origins, problems: [{ path, ...fault }] }
  for (const piece of json ? [] : yield* yamlPieces(text)) {
    if (piece.before > 0) yield
    const lines = new LineCounter()
    for (const [document, parsed] of documentsOf(piece, lines).entries()) {
      const found = typeof parsed === 'string' ? { message: parsed } : readDocument(parsed, lines)
      if ('message' in found) problems.push({ path, ...found, line: found.line && found.line + piece.before })
      else take(piece, document, found)
    }
  }
  if (elements.length + problems.length === 0)
    problems.push({ path, message: words('explorer.import.noElement') })
  return { elements, origins, problems }
}

/** Maps top-level members of the flat form to their place in the authoring form. */
const AUTHORED: Readonly<Record<string, Steps>> = {
  name: ['metadata', 'name'],
  domain: ['metadata', 'domain'],
  version: ['schema', 'version'],
}

interface Parsed {
  readonly piece: Piece
  readonly documents: readonly Document[]
  readonly lines: LineCounter
}
let latest: Parsed | undefined

/** The documents of a piece; those of the latest are kept, for a piece with one finding often has more. */
function parsedAgain(piece: Piece): Parsed {
  if (latest?.piece !== piece) {
    const lines = new LineCounter()
    latest = { piece, documents: [...parseAllDocuments(piece.text, { lineCounter: lines })], lines }
  }
  return latest
}

/**
 * Finds the line of an element's member, such as `spec.fields[2].type`, or of its nearest existing ancestor.
 * Lines count from 1.
 */
export function lineOf({ piece, document, steps }: Origin, member: string): number | undefined {
  const { documents, lines } = parsedAgain(piece)
  const parsed = documents[document]
  if (!parsed) return undefined
  const wanted = [...member.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step))
  const [first = ''] = wanted
  const authored = wanted.length === 1 ? AUTHORED[first] : undefined
  for (const way of authored ? [authored, wanted] : [wanted]) {
    const node = parsed.getIn([...steps, ...way], true)
    if (isNode(node) && node.range) return piece.before + lines.linePos(node.range[0]).line
  }
  for (let length = wanted.length - 1; length >= 0; length--) {
    const node = parsed.getIn([...steps, ...wanted.slice(0, length)], true)
    if (isNode(node) && node.range) return piece.before + lines.linePos(node.range[0]).line
  }
  return undefined
}
