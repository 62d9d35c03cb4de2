/** Lets the conformance suite, which imports `globSync` of Node 22, start under Node 20: its servers' part calls it nowhere. */
import { register } from 'node:module'

const missing = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => []`
const hook = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/')
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(missing)}`)}, shortCircuit: true }
    : next(specifier, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
