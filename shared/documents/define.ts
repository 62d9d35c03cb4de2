import { z } from 'zod'

/** Collection and document names are used as file names, so their characters are restricted. */
export const documentName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,119}$/i, 'letters, digits, dots, dashes and underscores')

/** Reference to a document or a log. */
export const refSchema = z.object({ collection: documentName, id: documentName })
export type Ref = z.infer<typeof refSchema>

/** A kind of JSON document, stored in `documents/<collection>/<id>.json`. */
export interface DocumentKind<T> {
  readonly kind: 'document'
  readonly collection: string
  /** The id of a singleton document; absent for a collection. */
  readonly id?: string
  /** Parses every format ever written, including its own output. */
  readonly schema: z.ZodType<T>
  /** Value before the first write; `undefined` for documents that exist only once created. */
  readonly initial: T
  /** Current value of the document's `version` field, if it has one; a file with a higher version is left untouched. */
  readonly version?: number
}

/** A singleton document. */
export interface SingleKind<T> extends DocumentKind<T> {
  readonly id: string
}

/** A collection of documents; one not yet created is `undefined`. */
export interface CollectionKind<T> extends DocumentKind<T | undefined> {
  readonly id?: never
}

/** Reference to a log; a singleton log needs only its collection. */
export const logRefSchema = refSchema.partial({ id: true })
export type LogRef = z.infer<typeof logRefSchema>

/**
 * A kind of append-only log, stored in `logs/<collection>/<id>.jsonl`, or `logs/<collection>.jsonl` for a
 * singleton; one entry per line.
 */
export interface LogKind<T> {
  readonly kind: 'log'
  readonly collection: string
  readonly entry: z.ZodType<T>
  /** Whether there is a single log of this kind, or one per id. */
  readonly single: boolean
}

/** Declares a singleton document. */
export function defineDocument<T>(
  spec: Pick<SingleKind<T>, 'collection' | 'id' | 'schema' | 'initial' | 'version'>,
): SingleKind<T> {
  return { kind: 'document', ...spec }
}

/** Declares a collection of documents. */
export function defineCollection<T>(spec: {
  readonly collection: string
  readonly schema: z.ZodType<T>
  readonly version?: number
}): CollectionKind<T> {
  return { kind: 'document', ...spec, schema: spec.schema.optional(), initial: undefined }
}

/** Declares a singleton append-only log. */
export function defineLog<T>(spec: Pick<LogKind<T>, 'collection' | 'entry'>): LogKind<T> {
  return { kind: 'log', single: true, ...spec }
}
