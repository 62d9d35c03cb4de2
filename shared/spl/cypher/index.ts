/** Read-only openCypher: grammar, syntax tree and errors, shared by the server and the editor. */
export { parser as cypherParser } from '../generated/cypher.ts'
export type * from './ast.ts'
export { MAX_HOPS } from './ast.ts'
export { CypherError, type CypherErrorCode, type CypherErrorDetails, parseError, planError } from './error.ts'
export { expectedAfter } from './expected.ts'
export { CYPHER_KEYWORDS } from './keywords.ts'
export { parseCypher } from './parse.ts'
export type { Offset } from './source.ts'
