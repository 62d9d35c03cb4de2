import { parseJson, placeOf, type JsonProblem } from '#shared/json/parse-json.ts'
import { type Connection, MAX_BUNDLE, type ImportPreview } from '#shared/workbench/areas/connections.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { localizeFailure, text } from '../../i18n/text.ts'
import { toBase64 } from '../../app/base64.ts'
import { workbench } from '../../app/workbench.ts'
import { definitionOf, type Draft, draftOf, kindOf } from './connection-draft.ts'
import type { DefinitionText } from './definition-pane.tsx'

/** Describes where and how a text is invalid; for an unknown format, what it might be instead. */
export const problemText = (problem: JsonProblem): string => {
  const { line, column, message, hint = '' } = localizeFailure(problem)
  const whole = line === 1 && column === 1 && /[.。]$/.test(message)
  if (whole) return `${message} ${hint}`.trim()
  return text('console.import.error', { line, column, message: message.replace(/[.。]$/, '') })
}

/** A problem with a URL found before saving, and the corrected URL. */
export interface DraftFinding {
  readonly message: string
  readonly mended: Draft | undefined
}

export async function checkDraft(draft: Draft): Promise<DraftFinding | undefined> {
  const { name } = draft
  const kind = draft.kind === 'telemetry' ? 'telemetry' : 'platform'
  const { problem, mended } = await workbench.call('connections.check', {
    kind,
    definition: definitionOf(draft),
  })
  if (!problem) return undefined
  const { message, hint = '' } = localizeFailure(problem)
  const platforms = mended ? [{ name, definition: mended }] : []
  const form = draftOf(name, { file: '', servers: [], platforms, telemetry: [], refused: [] })
  return {
    message: `${message} ${mended ? '' : hint}`.trim(),
    mended: mended && { ...form, writtenToken: draft.writtenToken },
  }
}

/** Name of the secret for a connection's token; secret names are more restricted than connection names. */
const secretName = (name: string): string =>
  `token-${name.replaceAll(/[^\w.-]/gu, (sign) => `.${sign.codePointAt(0)?.toString(16)}`)}`.slice(0, 80)

/** Saves the form; a typed token is stored as a secret and referenced. Resolves to the connection's id. */
export async function saveDraft(draft: Draft): Promise<string> {
  const kind = kindOf(draft)
  const token = draft.token.trim()
  const isTyped = token !== '' && token !== draft.writtenToken && !token.includes('${')
  const secret = secretName(draft.name)
  if (isTyped) await workbench.call('secrets.set', { name: secret, value: token })
  const definition = definitionOf(isTyped ? { ...draft, token: `\${secret:${secret}}` } : draft)
  return (await workbench.call('connections.save', { kind, name: draft.name, definition })).id
}

/** Adds line and column to a refusal. */
function placed(source: string, error: unknown): unknown {
  if (!(error instanceof WorkbenchError) || !Array.isArray(error.details)) return error
  const [issue] = error.details as readonly { path?: (string | number)[] }[]
  if (!Array.isArray(issue?.path)) return error
  return new WorkbenchError({
    code: error.code,
    message: text('console.import.error', { message: error.message, ...placeOf(source, issue.path) }),
  })
}

/** @throws WorkbenchError with line and column if the text is not JSON, or not a definition */
export async function saveDefinition({ kind, name, text: source }: DefinitionText): Promise<string> {
  const parsed = parseJson(source)
  if ('error' in parsed) {
    throw new WorkbenchError({ code: 'NOT_JSON', message: problemText(parsed.error) })
  }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WorkbenchError({ code: 'NOT_A_DEFINITION', message: text('console.add.notAnObject') })
  }
  try {
    const definition = value as Record<string, unknown>
    return (await workbench.call('connections.save', { kind, name, definition })).id
  } catch (error) {
    throw placed(source, error)
  }
}

/**
 * A connection given only by URL is named after its host, with a number if the name is taken by another URL.
 */
export function withFreeNames(preview: ImportPreview, known: readonly Connection[]): ImportPreview {
  if (preview.format !== 'single') return preview
  const at = new Map(known.map(({ id, address }) => [id, address]))
  const isTaken = (name: string, address: string): boolean => {
    const id = `model:${name}`
    return at.has(id) && at.get(id) !== address
  }
  const servers = preview.servers.map((server) => {
    const { name, summary } = server
    if (!URL.canParse(summary) || new URL(summary).host !== name) return server
    let free = name
    for (let number = 2; isTaken(free, summary); number++) free = `${name} ${number}`
    return { ...server, name: free }
  })
  return { ...preview, servers }
}

type ImportedServer = ImportPreview['servers'][number]

/** A server bundled as one file; `.dxt` is the former extension. */
export const isBundle = (file: File): boolean => /\.(?:mcpb|dxt)$/i.test(file.name)

/** @throws WorkbenchError for a file larger than the message limit */
export async function readBundleFile(file: File): Promise<string> {
  if (file.size > MAX_BUNDLE) {
    const megabytes = MAX_BUNDLE / 1024 / 1024
    throw new WorkbenchError({ code: 'BUNDLE_LARGE', message: text('console.import.large', { megabytes }) })
  }
  return toBase64(new Uint8Array(await file.arrayBuffer()))
}

/**
 * Stores the requested values and the bundle, then saves the servers. Resolves to the id of the first
 * program, whose view lists everything awaiting approval, otherwise of the last server.
 */
export async function saveImport(
  servers: readonly ImportedServer[],
  inputs: Readonly<Record<string, string>>,
  bundle: string | undefined,
): Promise<string | undefined> {
  if (bundle !== undefined && servers.length > 0)
    await workbench.call('connections.keepBundle', { base64: bundle })
  for (const [name, value] of Object.entries(inputs)) {
    if (value !== '') await workbench.call('secrets.set', { name, value })
  }
  let program: string | undefined
  let last: string | undefined
  for (const { name, definition, launch } of servers) {
    last = (await workbench.call('connections.save', { kind: 'model', name, definition })).id
    if (launch) program ??= last
  }
  return program ?? last
}
