import { readFile } from 'node:fs/promises'
import { applyEdits, modify, type JSONPath } from 'jsonc-parser'
import { z } from 'zod'
import { parseJson, type JsonProblem } from '#shared/json/parse-json.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import {
  say,
  sayIssue,
  type MessageRef,
  type LocalizedMessage,
} from '#shared/workbench/sentences/sentence.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { telemetryDefinitionSchema, type TelemetryDefinition } from '#shared/telemetry/definition.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import {
  platformDefinitionSchema,
  reachOf,
  serverDefinitionSchema,
  type PlatformDefinition,
  type ServerDefinition,
} from './definition.ts'

const EMPTY = '{\n  "mcpServers": {},\n  "platforms": {}\n}\n'
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } }

const fileSchema = z.looseObject({
  mcpServers: z.record(z.string(), z.unknown()).default({}),
  platforms: z.record(z.string(), z.unknown()).default({}),
  telemetry: z.record(z.string(), z.unknown()).default({}),
})

/** An invalid entry and the reason. */
interface Refused {
  readonly name: string
  readonly reason: string
  readonly said: MessageRef
}

export interface Definitions {
  readonly servers: ReadonlyMap<string, ServerDefinition>
  readonly platforms: ReadonlyMap<string, PlatformDefinition>
  readonly telemetry: ReadonlyMap<string, TelemetryDefinition>
  /** Invalid entries and the reasons. */
  readonly refused: readonly Refused[]
  /** Set if the file is not valid JSON; it is then left unchanged until the user fixes it. */
  readonly error?: JsonProblem
}

/**
 * `connections.json`, which users also edit by hand: comments, order and unknown members survive every change made here.
 */
export class ConnectionFile {
  readonly path: string
  #text = EMPTY
  readonly #edits = new SerialQueue()

  constructor(path: string) {
    this.path = path
  }

  async load(): Promise<Definitions> {
    this.#text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return EMPTY
      throw error
    })
    return this.definitions()
  }

  definitions(): Definitions {
    const none = { servers: new Map(), platforms: new Map(), telemetry: new Map(), refused: [] }
    const parsed = parseJson(this.#text)
    if ('error' in parsed) return { ...none, error: parsed.error }
    const file = fileSchema.safeParse(parsed.value)
    if (!file.success) return { ...none, error: { line: 1, column: 1, ...say('FILE.notObjects') } }
    const refused: Refused[] = []
    const readAll = <T>(
      entries: Record<string, unknown>,
      schema: z.ZodType<T>,
      lackOf: (definition: T) => LocalizedMessage | undefined = () => undefined,
    ): Map<string, T> =>
      new Map(
        Object.entries(entries).flatMap(([name, entry]) => {
          const result = schema.safeParse(entry)
          const wrong = result.success ? lackOf(result.data) : sayIssue(result.error)
          if (result.success && wrong === undefined) return [[name, result.data] as const]
          if (wrong) refused.push({ name, reason: wrong.message, said: wrong.said })
          return []
        }),
      )
    return {
      servers: readAll(file.data.mcpServers, serverDefinitionSchema, lackOf),
      platforms: readAll(file.data.platforms, platformDefinitionSchema),
      telemetry: readAll(file.data.telemetry, telemetryDefinitionSchema),
      refused,
    }
  }

  setServer(name: string, definition: ServerDefinition | undefined): Promise<void> {
    return this.#edit(['mcpServers', name], definition)
  }

  setPlatform(name: string, definition: PlatformDefinition | undefined): Promise<void> {
    return this.#edit(['platforms', name], definition)
  }

  setTelemetry(name: string, definition: TelemetryDefinition | undefined): Promise<void> {
    return this.#edit(['telemetry', name], definition)
  }

  #edit(path: JSONPath, value: unknown): Promise<void> {
    return this.#edits.run(() => this.#editNow(path, value))
  }

  /** @throws WorkbenchError `CONNECTIONS_FILE_BROKEN` when the file is not JSON, because an edit would lose its content */
  async #editNow(path: JSONPath, value: unknown): Promise<void> {
    // Read again, so that edits by hand since the last read survive.
    const { error } = await this.load()
    if (error) {
      const { line, column } = error
      throw workbenchError(
        'CONNECTIONS_FILE_BROKEN',
        { path: this.path, line, column, reason: error.message, because: error.said },
        { details: error },
      )
    }
    const next = applyEdits(this.#text, modify(this.#text, path, value, FORMAT))
    await writeAtomically(this.path, next)
    this.#text = next
  }
}

/** Returns what a definition lacks to be usable. */
function lackOf(definition: ServerDefinition): LocalizedMessage | undefined {
  const reach = reachOf(definition)
  return typeof reach === 'string' ? say(reach, { type: definition.type }) : undefined
}
