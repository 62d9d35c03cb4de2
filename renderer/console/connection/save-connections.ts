import { parseJson, placeOf, type JsonProblem } from '#shared/json/parse-json.ts'
import type { ImportPreview } from '#shared/workbench/areas/connections.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { inOurWords, text } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { definitionOf, type Draft } from './connection-draft.ts'
import type { DefinitionText } from './definition-pane.tsx'

/** Where a text broke, and how. */
export const problemText = (problem: JsonProblem): string => {
  const { line, column, message } = inOurWords(problem)
  return text('console.import.error', { line, column, message })
}

/** Saves the form; resolves to the connection's id. */
export async function saveDraft(draft: Draft): Promise<string> {
  const kind = draft.kind === 'platform' ? 'platform' : 'model'
  const { id } = await workbench.call('connections.save', {
    kind,
    name: draft.name,
    definition: definitionOf(draft),
  })
  return id
}

/** What a refusal says, with the line and column that it is about. */
function placed(source: string, error: unknown): unknown {
  if (!(error instanceof WorkbenchError) || !Array.isArray(error.details)) return error
  const [issue] = error.details as readonly { path?: (string | number)[] }[]
  if (!Array.isArray(issue?.path)) return error
  return new WorkbenchError({
    code: error.code,
    message: text('console.import.error', { message: error.message, ...placeOf(source, issue.path) }),
  })
}

/** @throws WorkbenchError with the line and column where the text is no JSON, or no definition */
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

export type ImportedServer = ImportPreview['servers'][number]

/** Keeps the values that the file asks for, then saves the servers; resolves to the last one's id. */
export async function saveImport(
  servers: readonly ImportedServer[],
  inputs: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const [name, value] of Object.entries(inputs)) {
    if (value !== '') await workbench.call('secrets.set', { name, value })
  }
  let last: string | undefined
  for (const { name, definition } of servers) {
    last = (await workbench.call('connections.save', { kind: 'model', name, definition })).id
  }
  return last
}
