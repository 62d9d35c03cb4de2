import { z } from 'zod'

/** Who can play instead of a person. */
export const agentKindSchema = z.enum(['random', 'solver', 'script', 'endpoint'])
export type AgentKind = z.infer<typeof agentKindSchema>

/** The actions of a script: one a line, empty lines skipped. */
export const scriptLines = (script: string): string[] =>
  script.split('\n').filter((line) => line.trim() !== '')
