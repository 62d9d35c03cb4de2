import type { z } from 'zod'
import type { Role } from '#shared/sandbox/own-key.ts'

/**
 * One operation of the REST API: its route, its schemas (for validation and the OpenAPI document), the message of its failures
 * (docs/sandbox-platform.md#failures), and its implementation.
 */
export interface Operation<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  readonly method: 'get' | 'post'
  /** Below the base path, with parameters in braces. */
  readonly path: string
  readonly summary: string
  /** The envelope's `message` when it fails for a reason other than invalid input. */
  readonly failure: string
  readonly body?: Body
  readonly query?: Query
  /** Schema of a successful result, for the documentation of extensions. */
  readonly result?: z.ZodType
  /** Required role; default: user for POST, viewer otherwise. */
  readonly role?: Role
  /** It changes nothing, although viewers may not call it. */
  readonly looks?: boolean
  /** Whether this is an extension of the platform's API. */
  readonly extension?: boolean
  /** Whether there is nothing left to do, so that its success changes nothing. */
  readonly isDone?: (call: Call<z.output<Body>, z.output<Query>>) => boolean
  /** Resolves with the envelope's result, or throws. */
  readonly serve: (call: Call<z.output<Body>, z.output<Query>>) => unknown
}

export interface Call<Body = unknown, Query = unknown> {
  readonly body: Body
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly signal: AbortSignal
}

/** Whether its calls are audited. */
export const isChange = (operation: Pick<Operation, 'role' | 'method' | 'looks'>): boolean =>
  operation.looks !== true && roleOf(operation) !== 'viewer'

export const roleOf = ({ role, method }: Pick<Operation, 'role' | 'method'>): Role =>
  role ?? (method === 'post' ? 'user' : 'viewer')

/** Infers the schemas' types for `serve`, since the table holds operations of many types. */
export function operation<
  Body extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
>(definition: Operation<Body, Query>): Operation {
  return definition as unknown as Operation
}
