import type { z } from 'zod'
import type { Role } from '../../node/access/keys.ts'

/**
 * One operation of the REST surface as data: its route, its schemas (which validate *and* become the OpenAPI document), the message of
 * its failures (docs/sandbox-platform.md#failures), and what it does.
 */
export interface Operation<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post'
  /** Below the base path; parameters in braces. */
  readonly path: string
  readonly summary: string
  /** `message` of the envelope when it fails for another reason than its input. */
  readonly failure: string
  readonly body?: Body
  readonly query?: Query
  /** The envelope's result when it went well; for the description, where it is ours. */
  readonly result?: z.ZodType
  /** What a caller needs to be; default: a user where something is posted, and a viewer elsewhere. */
  readonly role?: Role
  /** It changes nothing, though a viewer may not ask it. */
  readonly looks?: boolean
  /** Whether this is ours, not the platform's. */
  readonly extension?: boolean
  /** Resolves to the envelope's result, or throws. */
  readonly serve: (call: Call<z.output<Body>, z.output<Query>>) => unknown
}

export interface Call<Body = unknown, Query = unknown> {
  readonly body: Body
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly signal: AbortSignal
}

/** Whether its calls are noted. */
export const isChange = (operation: Pick<Operation, 'role' | 'method' | 'looks'>): boolean =>
  operation.looks !== true && roleOf(operation) !== 'viewer'

export const roleOf = ({ role, method }: Pick<Operation, 'role' | 'method'>): Role =>
  role ?? (method === 'post' ? 'user' : 'viewer')

/** Infers the schemas' types for `serve`; the table holds operations of many types. */
export function operation<
  Body extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
>(definition: Operation<Body, Query>): Operation {
  return definition as unknown as Operation
}
