import type { z } from 'zod'

/** A call from the page: the core validates the input; output and progress are typed. */
export interface Procedure<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Progress extends z.ZodType = z.ZodType,
> {
  readonly kind: 'procedure'
  readonly input: Input
  readonly output: Output
  /** What the core reports during the call; absent if nothing. */
  readonly progress?: Progress
}

/** A notification from the core to all pages. */
export interface EventSpec<Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  readonly payload: Payload
}

/** One area of the contract, for example everything about sandboxes. */
export type Area = Readonly<Record<string, Procedure | EventSpec>>

/** Declares a procedure. */
export function procedure<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Progress extends z.ZodType = z.ZodNever,
>(spec: { input: Input; output: Output; progress?: Progress }): Procedure<Input, Output, Progress> {
  return { kind: 'procedure', ...spec }
}

/** Declares an event. */
export function event<Payload extends z.ZodType>(payload: Payload): EventSpec<Payload> {
  return { kind: 'event', payload }
}

/** Names such as `models.runQuery`: all members of kind K in contract C. */
export type MemberName<C, K extends 'procedure' | 'event'> = {
  [A in keyof C & string]: {
    [M in keyof C[A] & string]: C[A][M] extends { kind: K } ? `${A}.${M}` : never
  }[keyof C[A] & string]
}[keyof C & string]

export type Member<C, N extends string> = N extends `${infer A}.${infer M}`
  ? A extends keyof C
    ? M extends keyof C[A]
      ? C[A][M]
      : never
    : never
  : never

export type InputOf<P> = P extends Procedure<infer I, z.ZodType, z.ZodType> ? z.input<I> : never
/** The input as a handler receives it, with defaults applied. */
export type ParsedInputOf<P> = P extends Procedure<infer I, z.ZodType, z.ZodType> ? z.output<I> : never
export type OutputOf<P> = P extends Procedure<z.ZodType, infer O, z.ZodType> ? z.output<O> : never
export type ProgressOf<P> = P extends Procedure<z.ZodType, z.ZodType, infer G> ? z.output<G> : never
export type PayloadOf<E> = E extends EventSpec<infer P> ? z.output<P> : never
