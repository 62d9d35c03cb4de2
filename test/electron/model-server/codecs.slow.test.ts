import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#shared/model/json.ts'
import { METHODS } from '#shared/model/entity.ts'
import { validateElements } from '../../../electron/model-server/elements/validate.ts'
import { PayloadError, readEntity, readRelation } from '../../../electron/model-server/entities/payload.ts'
import { METHOD_NAMES } from '../../../electron/model-server/mcp/dispatcher.ts'
import { RpcError, isResponse, parseMessage, readRequest } from '../../../electron/model-server/mcp/rpc.ts'
import { LineFramer } from '../../../electron/node/line-framer.ts'
import { decodeQueryRequest } from '../../../electron/model-server/query/request.ts'
import { ServiceError } from '../../../electron/model-server/service-error.ts'
import { type TestServer, testServer } from './server.ts'

/** Inputs per property; `ORRERY_FUZZ_RUNS=1000000` for the long run. */
const numRuns = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 3_000)

const NAMES = [
  'jsonrpc id method params name arguments workspace uri ref argument value query limit timeout_ms parameters',
  'time_range from to format entity_data header data elements kind domain spec metadata schema fields type ids',
  'entities relations partial_success idempotency_key path src dest metrics labels keys level protocolVersion',
  '__domain__ __entity_type__ __entity_id__ __method__ __first_observed_time__ __last_observed_time__',
  '__src_domain__ __src_entity_type__ __src_entity_id__ __dest_domain__ __dest_entity_type__ __dest_entity_id__',
  '__relation_type__ __keep_alive_seconds__ __proto__ constructor toString',
].flatMap((line) => line.split(' '))

const scalar = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    '',
    '2.0',
    'demo',
    'entity_set',
    'devops',
    'a'.repeat(32),
  ),
  fc.constantFrom<Json>(...NAMES, ...METHODS, ...METHOD_NAMES),
  fc.constantFrom<Json>('.model | limit 1', '.entity', 'agent', '2026-01-31T08:00:00Z', 'query_spl_execute'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.integer(),
)
const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ maxLength: 4 }))
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    // Built from JSON text, so that `__proto__` is an ordinary member, as in received data.
    fc
      .array(fc.tuple(key, tie('json')), { maxLength: 8 })
      .map(
        (members) =>
          JSON.parse(
            `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
          ) as Json,
      ),
  ),
}))
const object = json.map((value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { method: value },
) as fc.Arbitrary<JsonObject>

/** Runs `work`; any error other than `refusal` is a crash. */
function answersOrRefuses(refusal: new (...parts: never[]) => Error, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof refusal)) throw error
    expect(error.message).not.toBe('')
  }
}

describe('what comes in', () => {
  it('is cut into the same lines however it arrives', () => {
    const bytes = fc
      .uint8Array({ maxLength: 60 })
      .map((all) => Buffer.from(all.map((one) => (one % 5 ? one : 10))))
    fc.assert(
      fc.property(
        bytes,
        fc.array(fc.nat(60), { maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        (all, cuts, limit) => {
          const seen: string[] = []
          const framer = new LineFramer(
            { onLine: (line) => seen.push(line.toString('latin1')), onTooLong: () => seen.push('too long') },
            limit,
          )
          const places = [0, ...cuts.toSorted((a, b) => a - b), all.length]
          for (const [at, to] of places.slice(1).entries()) framer.push(all.subarray(places[at], to))
          framer.end()
          const lines = all.toString('latin1').split('\n')
          if (lines.at(-1) === '') lines.pop()
          expect(seen).toEqual(lines.map((line) => (line.length > limit ? 'too long' : line)))
        },
      ),
      { numRuns },
    )
  })

  it('is a message or an RpcError, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .tuple(object, fc.nat(80), fc.nat(3), fc.constantFrom('', '{', '"', ']', ',', '\\u'))
        .map(([value, at, cut, put]) => {
          const whole = JSON.stringify(value)
          return whole.slice(0, at) + put + whole.slice(at + cut)
        }),
    )
    fc.assert(
      fc.property(text, (input) =>
        answersOrRefuses(RpcError, () => {
          const message = parseMessage(input)
          return isResponse(message) || readRequest(message)
        }),
      ),
      { numRuns },
    )
  })

  it('is a query request or a ServiceError, whatever the arguments', () => {
    fc.assert(
      fc.property(object, (args) => answersOrRefuses(ServiceError, () => decodeQueryRequest(args))),
      { numRuns },
    )
  })

  it('is an entity, a relation or a PayloadError, whatever the payload', () => {
    fc.assert(
      fc.property(json, (payload) => {
        answersOrRefuses(PayloadError, () => readEntity(payload))
        answersOrRefuses(PayloadError, () => readRelation(payload))
      }),
      { numRuns },
    )
  })

  it('is a valid element or has findings with a path, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 3 }), (elements) => {
        const { errors, warnings } = validateElements(elements, [])
        for (const { field, reason } of [...errors, ...warnings]) {
          expect(field).toMatch(/^elements/)
          expect(reason).not.toBe('')
        }
      }),
      { numRuns },
    )
  })
})

describe('the service', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ sample: 'quickstart' })
  })

  it('answers or refuses any method with any params, and never breaks', async () => {
    const method = fc.constantFrom(...METHOD_NAMES, 'tools/call', 'tools/call', 'completion/complete')
    const name = fc.constantFrom(
      'query_spl_execute',
      'query_spl_explain',
      'model_validate',
      'entity_write',
      'entity_expire',
    )
    const calls = fc.record({ name, arguments: json }) as fc.Arbitrary<JsonObject>
    await fc.assert(
      fc.asyncProperty(method, fc.oneof(object, calls), async (called, params) => {
        // The test server throws unexpected errors.
        const answer = await server.send({ jsonrpc: '2.0', id: 1, method: called, params })
        if (answer) expect('result' in answer).not.toBe('error' in answer)
      }),
      { numRuns: numRuns / 10 },
    )
  })
})
