import { z } from 'zod'

/** Collection and document names become file names, so they are plain. */
export const documentName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,119}$/i, 'letters, digits, dots, dashes and underscores')

/** Which document or log. */
export const refSchema = z.object({ collection: documentName, id: documentName })
export type Ref = z.infer<typeof refSchema>

/** One kind of JSON document: a file `documents/<collection>/<id>.json`. */
export interface DocumentKind<T> {
  readonly kind: 'document'
  readonly collection: string
  /** The id where there is one document of this kind; absent where a collection has many. */
  readonly id?: string
  /** Reads every form that was ever written, and its own output. */
  readonly schema: z.ZodType<T>
  /** What a document holds before anything was kept; `undefined` where one exists only once it was made. */
  readonly initial: T
  /** The number in the value's own `version`, where it has one: a file with a greater one is left alone. */
  readonly version?: number
}

/** A kind of document that exists once. */
export interface SingleKind<T> extends DocumentKind<T> {
  readonly id: string
}

/** A kind of which a collection holds many; one that was not made yet is `undefined`. */
export interface CollectionKind<T> extends DocumentKind<T | undefined> {
  readonly id?: never
}

/** Which log: of a kind that exists once, the collection alone names it. */
export const logRefSchema = refSchema.partial({ id: true })
export type LogRef = z.infer<typeof logRefSchema>

/** One kind of append-only log: `logs/<collection>/<id>.jsonl`, or `logs/<collection>.jsonl` where there is one; a line an entry. */
export interface LogKind<T> {
  readonly kind: 'log'
  readonly collection: string
  readonly entry: z.ZodType<T>
  /** Whether there is one log of this kind, or one for every id. */
  readonly single: boolean
}

/** Declares a document that exists once. */
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

/** Declares an append-only log that exists once. */
export function defineLog<T>(spec: Pick<LogKind<T>, 'collection' | 'entry'>): LogKind<T> {
  return { kind: 'log', single: true, ...spec }
}
