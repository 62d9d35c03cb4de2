import { create } from 'zustand'

export const HELP_TOPICS = ['words', 'spl', 'tools', 'environments', 'errors', 'keys'] as const
/** Codes with which a model server refuses a call (docs/model-service.md#errors), as the help explains them. */
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

/** The help beside the benches: whether it is open, on which topic, and what is looked for in it. */
export const useHelp = create<{ readonly open: boolean; readonly topic: HelpTopic; readonly search: string }>(
  () => ({ open: false, topic: 'words', search: '' }),
)

/** Opens the help; on the page of what was asked about, where something was. */
export const openHelp = (topic?: HelpTopic, search = ''): void =>
  useHelp.setState((before) => ({ open: true, topic: topic ?? before.topic, search }))

export const closeHelp = (): void => useHelp.setState({ open: false })
