import { type CypherError, type Span, planError } from '#shared/spl/cypher/index.ts'
import { type Value, isInteger, isList, isNumber, numberOf, typeName } from '../value.ts'

/** Source range of a call, for error messages about its arguments. */
export interface CallSite extends Span {
  readonly name: string
}

/** A scalar function. Unless `nulls` is set, a null argument gives null without a call. */
export interface CypherFunction {
  readonly min: number
  readonly max: number
  readonly nulls?: true
  call(args: readonly Value[], site: CallSite): Value
}

export type FunctionTable = { readonly [lowerCaseName: string]: CypherFunction }

/** Shorthand for a function of one argument. */
export const unary = (call: (argument: Value, site: CallSite) => Value): CypherFunction => ({
  min: 1,
  max: 1,
  call: ([argument = null], site) => call(argument, site),
})

export function wrongType(site: CallSite, wanted: string, got: Value): CypherError {
  return planError(site, `${site.name} takes ${wanted}, not a ${typeName(got)}.`)
}

export function textArgument(value: Value, site: CallSite): string {
  if (typeof value !== 'string') throw wrongType(site, 'a string', value)
  return value
}

export function numberArgument(value: Value, site: CallSite): number {
  if (!isNumber(value)) throw wrongType(site, 'a number', value)
  return numberOf(value)
}

export function integerArgument(value: Value, site: CallSite): number {
  if (!isInteger(value)) throw wrongType(site, 'an integer', value)
  return value
}

export function listArgument(value: Value, site: CallSite): readonly Value[] {
  if (!isList(value)) throw wrongType(site, 'a list', value)
  return value
}
