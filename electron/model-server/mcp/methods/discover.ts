import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import type { Service } from '../service.ts'

export const INSTRUCTIONS =
  'Read the model, entities and topology with query_spl_execute; query_spl_examples shows queries that run on this workspace. ' +
  'Payload texts are TOON inside a JSON envelope, and structuredContent repeats them as JSON.'

/** Answers `server/discover`: revisions without sessions, and capabilities. */
export function discover(): object {
  return {
    supportedVersions: [STATELESS_VERSION],
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    },
    instructions: INSTRUCTIONS,
  }
}

export function serverInfo({ version }: Service): object {
  return { name: 'model-mcp', title: 'Graph Model Service', version }
}
