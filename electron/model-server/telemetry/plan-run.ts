import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { JsonObject } from '#shared/model/json.ts'
import type { TelemetryAnswer } from '#shared/telemetry/answer.ts'
import { type TelemetryDefinition, telemetryDefinitionSchema } from '#shared/telemetry/definition.ts'
import { connectionFor } from '#shared/telemetry/match.ts'
import { readPlan } from '#shared/telemetry/plan.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { type Fetch, fetch, fetchTrusting } from '../../node/outgoing.ts'
import { MissingValue, type Placeholders } from '../../node/placeholders.ts'
import { SecretMask } from '../../node/secret-mask.ts'
import { type Endpoint, endpointOf } from '../../node/telemetry/endpoint.ts'
import { runPlan } from '../../node/telemetry/run-plan.ts'
import type { ServiceErrorCode } from '../service-error.ts'

const fileSchema = z.looseObject({ telemetry: z.record(z.string(), telemetryDefinitionSchema) })

interface Result {
  readonly connection: string
  readonly requests: readonly {
    method: string
    url: string
    status?: number
    milliseconds: number
    bytes: number
  }[]
  readonly answer: TelemetryAnswer | undefined
}

/**
 * Why a plan was not run. Not a ServiceError, because this file is bundled separately from the server and
 * their classes differ.
 */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ServiceErrorCode
  readonly details: JsonObject

  constructor(code: ServiceErrorCode, message: string, details: JsonObject = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

const invalidArgument = (argument: string, message: string, details: JsonObject = {}): Refused =>
  new Refused('INVALID_ARGUMENT', message, { argument, ...details })

/** Endpoints for plans: only those configured by the user in a file, never an address from a model. */
export interface Telemetry {
  /** Refuses with INVALID_ARGUMENT, NOT_FOUND, or PROVIDER_UNAVAILABLE with the endpoint's message. */
  run(args: JsonObject, signal?: AbortSignal): Promise<Result | { readonly refused: Refused }>
}

/**
 * Reads the endpoints of a file: the `telemetry` section in the workbench's format
 * (docs/mcp.md#configuration). Placeholders are expanded from the environment.
 * @throws Error with one line for an unusable file
 */
export async function readTelemetry(path: string, env: Placeholders['env']): Promise<Telemetry> {
  const wrong = (reason: string): Error => new Error(`--telemetry ${path}: ${reason}`)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw wrong(error.message)
  })
  const read = fileSchema.safeParse(parsed(text))
  if (!read.success) throw wrong(whyNot(read.error))
  const mask = new SecretMask()
  const placeholders: Placeholders = { env: noted(env, mask), secret: () => Promise.resolve(undefined) }
  const endpoints = new Map<string, { endpoint: Endpoint; definition: TelemetryDefinition }>()
  for (const [name, definition] of Object.entries(read.data.telemetry)) {
    if (definition.disabled) continue
    const ask: Fetch = definition.caFile === undefined ? fetch : fetchTrusting(definition.caFile).fetch
    try {
      const endpoint = await endpointOf({ name, definition, placeholders, mask }, ask)
      endpoints.set(name, { endpoint, definition })
    } catch (error) {
      if (error instanceof MissingValue) throw wrong(`${name}: ${error.message}`)
      throw error
    }
  }
  return {
    run: (args, signal = new AbortController().signal) =>
      run(args, endpoints, signal).catch((error: unknown) => {
        if (error instanceof Refused) return { refused: error }
        throw error
      }),
  }
}

/** Values of placeholders are secrets: an answer that repeats one is masked. */
function noted(env: Placeholders['env'], mask: SecretMask): Placeholders['env'] {
  return new Proxy(env, {
    get(target, name) {
      const value = Reflect.get(target, name) as string | undefined
      if (typeof name === 'string' && value !== undefined) mask.note(name, value)
      return value
    },
  })
}

async function run(
  args: JsonObject,
  endpoints: ReadonlyMap<string, { endpoint: Endpoint; definition: TelemetryDefinition }>,
  signal: AbortSignal,
): Promise<Result> {
  const { plan: written, connection, offset = 0 } = args
  const plan = readPlan(written)
  if (!plan) throw invalidArgument('plan', 'plan must be a plan of get_metrics or get_logs that can be run.')
  if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0 || offset > 9999)
    throw invalidArgument('offset', 'offset must be a whole number from 0 to 9999.')
  const [from, to] = [momentOf(args, 'from'), momentOf(args, 'to')]
  const candidates = [...endpoints].map(([id, { definition }]) => ({
    id,
    address: definition.url,
    speaks: definition.speaks,
    storages: definition.storages ?? [],
  }))
  const id = typeof connection === 'string' ? connection : connectionFor(plan, candidates)?.id
  const found = id === undefined ? undefined : endpoints.get(id)
  if (!found) {
    const expected = candidates.filter(({ speaks }) => speaks === plan.protocol).map(({ id: name }) => name)
    const what =
      id === undefined ? `No endpoint belongs to storage ${plan.storage}` : `There is no endpoint ${id}`
    throw new Refused(
      'NOT_FOUND',
      `${what}; name one with connection: ${expected.join(', ') || 'there is none of its kind'}.`,
      {
        storage: plan.storage,
        expected,
      },
    )
  }
  const { endpoint } = found
  try {
    const { exchanges, answer, failure } = await runPlan({
      endpoint,
      plan: written,
      offset,
      from,
      to,
      signal,
    })
    if (failure) throw new WorkbenchError(failure)
    const requests = exchanges.map(({ method, url, status, milliseconds, bytes }) => {
      return { method, url, status, milliseconds: Math.round(milliseconds), bytes }
    })
    return { connection: endpoint.name, requests, answer: endpoint.mask.json(answer) }
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error
    const { code, message, hint } = error
    if (['TELEMETRY_PROTOCOL', 'TELEMETRY_RANGE', 'TELEMETRY_PLAN'].includes(code))
      throw invalidArgument('plan', endpoint.mask.text(message), { reason: code })
    throw new Refused('PROVIDER_UNAVAILABLE', endpoint.mask.text(message), { reason: code, hint: hint ?? '' })
  }
}

/** Parses an argument's time to Unix seconds. */
function momentOf(args: JsonObject, name: string): number | undefined {
  const value = args[name]
  if (value === undefined) return undefined
  const moment = typeof value === 'string' ? Date.parse(value) / 1000 : Number.NaN
  if (Number.isFinite(moment)) return moment
  throw invalidArgument(name, `${name} must be an RFC 3339 time, such as 2024-06-18T10:00:00Z.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function whyNot(error: z.ZodError): string {
  const [first] = error.issues
  const place = first?.path.join('.') ?? ''
  return place === '' ? 'it is no JSON object with a member telemetry' : `${place}: ${first?.message ?? ''}`
}
