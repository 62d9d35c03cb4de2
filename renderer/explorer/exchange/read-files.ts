import { parseAllDocuments } from 'yaml'
import { alteredScalar } from '#shared/model/yaml-integers.ts'
import { text as words } from '../../i18n/text.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface ReadFiles {
  /** Elements as the files write them: authoring form or flat form. */
  readonly elements: readonly Record<string, unknown>[]
  /** Files (and places in them) that could not be read. */
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The flat form of an element (docs/model-service.md#elements): name, domain and version come from metadata and schema. */
export function flatElement(raw: Record<string, unknown>): Record<string, unknown> {
  const metadata = isObject(raw['metadata']) ? raw['metadata'] : {}
  const schema = isObject(raw['schema']) ? raw['schema'] : {}
  const name = metadata['name'] ?? raw['name']
  const domain =
    metadata['domain'] ?? raw['domain'] ?? (typeof name === 'string' ? name.split('.')[0] : undefined)
  const version = schema['version'] ?? raw['version']
  return {
    kind: raw['kind'],
    domain,
    name,
    ...(version === undefined ? {} : { version }),
    ...(isObject(raw['metadata']) ? { metadata } : {}),
    ...(isObject(raw['spec']) ? { spec: raw['spec'] } : {}),
  }
}

function elementsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(elementsIn)
  if (!isObject(value)) return []
  if (Array.isArray(value['elements'])) return elementsIn(value['elements'])
  return typeof value['kind'] === 'string' ? [flatElement(value)] : []
}

/** Reads the elements of YAML and JSON files; several documents per file are fine, other files are passed over. */
export function elementsOfFiles(files: readonly SourceFile[]): ReadFiles {
  const elements: Record<string, unknown>[] = []
  const problems: { path: string; message: string }[] = []
  for (const { path, text } of files) {
    if (!/\.(ya?ml|json)$/i.test(path)) continue
    try {
      for (const document of parseAllDocuments(text)) {
        const [error] = document.errors
        const altered = alteredScalar(document)
        if (error) problems.push({ path, message: error.message.split('\n')[0] ?? error.message })
        else if (altered) problems.push({ path, message: words('ui.longInteger', { ...altered.integer }) })
        else elements.push(...elementsIn(document.toJS()))
      }
    } catch (error) {
      problems.push({ path, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { elements, problems }
}
