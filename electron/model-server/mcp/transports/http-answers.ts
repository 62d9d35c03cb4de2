import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { DRAIN_RETRY_SECONDS, DRAINING } from '../../../node/operation/drain.ts'
import { PROTOCOL_VERSIONS } from '../methods/initialize.ts'
import { encodeAnswer } from '../rpc.ts'

export type Headers = { readonly [name: string]: string }

export const isSpoken = (version: string | undefined): boolean =>
  version === undefined || PROTOCOL_VERSIONS.some((known) => known === version)

export const notSpoken = (version: string | undefined): Response => {
  const known = [STATELESS_VERSION, ...PROTOCOL_VERSIONS].join(', ')
  return fail(400, `Protocol version ${version} is not spoken; use ${known}.`)
}

export const gone = (): Response =>
  fail(404, 'This session has ended or never was; initialize again.', {}, -32_001)

export const json = (status: number, body: object, headers: Headers = {}): Response =>
  new Response(encodeAnswer(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** Builds a transport error in the form of a JSON-RPC error without a request id. */
export const fail = (status: number, message: string, headers?: Headers, code = -32_000): Response =>
  json(status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers)

export const draining = (): Response =>
  fail(503, `${DRAINING}.`, { 'Retry-After': String(DRAIN_RETRY_SECONDS) })

export const busy = (): Response =>
  fail(503, 'There are as many sessions as this server keeps; end one, or try again later.', {
    'Retry-After': '10',
  })
