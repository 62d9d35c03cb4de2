import { create } from 'zustand'
import { useRoute } from './route.ts'

export const HELP_TOPICS = ['words', 'spl', 'tools', 'environments', 'errors', 'keys'] as const
/**
 * Codes with which a model server refuses a call (docs/model-service.md#errors) and that the help explains.
 */
export const SERVICE_CODES = [
  'QUERY_PARSE_ERROR',
  'QUERY_PLAN_ERROR',
  'VALIDATION_FAILED',
  'INVALID_ARGUMENT',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PARTIAL_FAILED',
  'CONFLICT',
  'TIMEOUT',
  'TOOL_NOT_FOUND',
  'TOOL_DISABLED',
  'PROVIDER_UNSUPPORTED',
  'PROVIDER_UNAVAILABLE',
  'NOT_IMPLEMENTED',
  'INTERNAL',
] as const

export type HelpTopic = (typeof HELP_TOPICS)[number]

/** State of the help panel: open or not, topic, and search text. */
export const useHelp = create<{ readonly open: boolean; readonly topic: HelpTopic; readonly search: string }>(
  () => ({ open: false, topic: 'words', search: '' }),
)

/** What suits a bench; the glossary suits all others. */
const SUITED: Readonly<Record<string, HelpTopic>> = {
  query: 'spl',
  console: 'tools',
  environments: 'environments',
}

/** The word of the query language at the cursor, if somebody writes a query. */
let wordAtCursor: (() => string | undefined) | undefined

/** Lets the help open at the word at an editor's cursor. Returns a function that ends it. */
export function helpAtCursor(find: () => string | undefined): () => void {
  wordAtCursor = find
  return () => {
    if (wordAtCursor === find) wordAtCursor = undefined
  }
}

/**
 * Opens the help, optionally at a topic and with a search; otherwise at the word at the cursor, where it is open, or at
 * what suits the bench.
 */
export function openHelp(topic?: HelpTopic, search = ''): void {
  const word = topic === undefined && search === '' ? wordAtCursor?.() : undefined
  useHelp.setState((before) => {
    const suited = before.open ? before.topic : (SUITED[useRoute.getState().bench] ?? 'words')
    return { open: true, topic: topic ?? (word === undefined ? suited : 'spl'), search: word ?? search }
  })
}

export const closeHelp = (): void => useHelp.setState({ open: false })
