/** Read-only openCypher: grammar, syntax tree and errors, shared by the server and the editor. */
export type * from './ast.ts'
export { CypherError, planError } from './error.ts'
export { expectedAfter } from './expected.ts'
export { CYPHER_KEYWORDS } from './keywords.ts'
export { parseCypher } from './parse.ts'
export type { Offset } from './source.ts'
