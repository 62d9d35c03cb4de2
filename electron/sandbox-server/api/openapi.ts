import { z } from 'zod'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { uploadFields } from '#shared/sandbox/files.ts'
import type { Role } from '#shared/sandbox/own-key.ts'
import { answers } from './answers.ts'
import { BASE_PATH } from './app.ts'
import { type GemOperation, gemOperations } from './gem.ts'
import { METRICS_PATH } from './operating.ts'
import { type Operation, roleOf } from './operation.ts'
import { imageFields } from './upload.ts'

const envelope = {
  type: 'object',
  required: ['status', 'message', 'error', 'result'],
  properties: {
    status: { enum: ['Success', 'Failed'] },
    message: { type: ['string', 'null'] },
    error: { type: ['string', 'null'] },
    result: {},
  },
}

/** Generates the OpenAPI document from the schemas used for validation. */
export function openApi(operations: readonly Operation[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const described = answers[`${operation.method} ${operation.path}`]
    const { example } = described ?? {}
    const result = operation.result ?? described?.result
    paths[BASE_PATH + operation.path] = {
      ...paths[BASE_PATH + operation.path],
      [operation.method]: {
        summary: operation.summary,
        operationId: `${operation.method}${operation.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
        tags: [operation.extension ? 'extensions' : 'sandbox'],
        'x-role': roleOf(operation),
        parameters: [...pathParameters(operation.path), ...queryParameters(operation.query, example)],
        ...(operation.body
          ? { requestBody: body('application/json', schemaOf(operation.body), example) }
          : {}),
        responses: result ? responsesOf(result) : responses,
      },
    }
  }
  paths[`${BASE_PATH}/upload`] = { post: formOperation('Upload a file', 'sandbox', 'user', uploadFields) }
  paths[`${BASE_PATH}/images/import`] = {
    post: formOperation(
      'Make an image from a root file system, OCI or docker archive',
      'extensions',
      'admin',
      imageFields,
    ),
  }
  Object.assign(paths, operatingPaths)
  for (const operation of gemOperations) paths[GEM_BASE + operation.path] = gemPath(operation)
  return {
    openapi: '3.1.0',
    info: { title: 'Orrery sandbox server', version },
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Envelope: envelope },
    },
    paths,
  }
}

const envelopeReference = { $ref: '#/components/schemas/Envelope' }

const refused = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] },
    },
  },
})

/** Error responses that every operation may return. */
const refusals = {
  401: refused('The bearer token is missing or wrong'),
  403: refused(
    'The request comes from another page, or names another host, or the key has too small a role (x-role)',
  ),
  429: refused('The key calls more often than it may'),
  503: refused('The server is shutting down'),
}

const response = (description: string, type = 'application/json') => ({
  description,
  content: { [type]: { schema: type === 'application/json' ? { type: 'object' } : { type: 'string' } } },
})

/** Endpoints for probes and metrics collectors. */
const operatingPaths = {
  '/healthz': {
    get: {
      summary: 'Whether the server is alive',
      operationId: 'get_healthz',
      tags: ['operation'],
      'x-role': 'viewer',
      security: [],
      responses: { 200: response('Alive') },
    },
  },
  '/readyz': {
    get: {
      summary: 'Whether the server accepts work',
      operationId: 'get_readyz',
      tags: ['operation'],
      'x-role': 'viewer',
      security: [],
      responses: { 200: response('Ready'), 503: response('Shutting down') },
    },
  },
  [METRICS_PATH]: {
    get: {
      summary: 'What the server counts and measures, for Prometheus',
      operationId: 'get_metrics',
      tags: ['operation'],
      'x-role': 'admin',
      responses: { ...refusals, 200: response('The text format, version 0.0.4', 'text/plain') },
    },
  },
}

const responses = {
  ...refusals,
  200: {
    description: 'The envelope; business and validation failures come as status Failed',
    content: { 'application/json': { schema: envelopeReference } },
  },
}

/** As {@link responses}, with the schema of a successful result. */
const responsesOf = (result: z.ZodType) => ({
  ...refusals,
  200: {
    description: responses[200].description,
    content: {
      'application/json': {
        schema: {
          anyOf: [
            {
              allOf: [
                envelopeReference,
                { properties: { status: { const: 'Success' }, result: schemaOf(result) } },
              ],
            },
            envelopeReference,
          ],
        },
      },
    },
  },
})

const body = (type: string, schema: unknown, example?: object) => ({
  required: true,
  content: { [type]: { schema, ...(example ? { example } : {}) } },
})

const schemaOf = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

const pathParameters = (path: string) =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(query: z.ZodType | undefined, example: object = {}) {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(name in example ? { example: (example as Record<string, unknown>)[name] } : {}),
  }))
}

function gemPath({ path, methods, role, summary, request, result }: GemOperation): Record<string, unknown> {
  const inputs = {
    get: { parameters: queryParameters(request) },
    post: { requestBody: body('application/json', schemaOf(request)) },
  }
  const common = { summary, tags: ['gem'], 'x-role': role, responses: gemResponses(result) }
  return Object.fromEntries(
    methods.map((method) => [
      method,
      { ...common, operationId: `gem_${method}_${path.slice(1)}`, ...inputs[method] },
    ]),
  )
}

const gemResponses = (result: z.ZodType) => ({
  ...refusals,
  200: {
    description:
      'The result’s own fields beside the envelope; validation failures come as status Failed, without them',
    content: {
      'application/json': {
        schema: { anyOf: [{ allOf: [envelopeReference, schemaOf(result)] }, envelopeReference] },
      },
    },
  },
  500: {
    description: 'A run-time failure: the envelope with detail, code and suggestions',
    content: { 'application/json': { schema: envelopeReference } },
  },
})

function formOperation(summary: string, tag: string, role: Role, form: z.ZodType) {
  const fields = schemaOf(form) as { properties?: object; required?: string[] }
  const schema = {
    ...fields,
    properties: { ...fields.properties, file: { type: 'string', format: 'binary' } },
    required: ['file', ...(fields.required ?? [])],
  }
  return { summary, tags: [tag], 'x-role': role, requestBody: body('multipart/form-data', schema), responses }
}
