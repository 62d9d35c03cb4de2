import type { CypherFunction } from './function.ts'
import { listFunctions } from './list.ts'
import { numberFunctions } from './number.ts'
import { textFunctions } from './text.ts'

export type { CallSite, CypherFunction } from './function.ts'

const table = new Map<string, CypherFunction>(
  [listFunctions, numberFunctions, textFunctions].flatMap((functions) => Object.entries(functions)),
)

/** Every scalar function, lower case: Cypher reads function names in any case. */
export const SCALAR_FUNCTIONS: readonly string[] = [...table.keys()].sort()

/** The scalar function of that name in any letter case. */
export function scalarFunction(name: string): CypherFunction | undefined {
  return table.get(name.toLowerCase())
}
