import { SplError, type StageOf } from '#shared/spl/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { Plan, QueryContext } from '../context.ts'
import { planCypher } from './cypher.ts'

/**
 * `graph-match (a:"domain@type" {…})-[r:runs]->(b) where …`: a pattern in Cypher syntax that also accepts
 * quoted labels; rows contain the pattern's variables. Runs as a Cypher MATCH on the same store.
 *
 * @throws ServiceError PROVIDER_UNSUPPORTED when the store does not support matching
 */
export function planGraphMatch(context: QueryContext, stage: StageOf<'graph-match'>): Plan {
  if (!context.store.capabilities.graphMatch) {
    throw new ServiceError('PROVIDER_UNSUPPORTED', `${context.store.provider} cannot match graph patterns.`, {
      from: stage.from,
      to: stage.to,
    })
  }
  const body = stage.pattern.trimStart()
  const from = stage.patternFrom + stage.pattern.length - body.length
  // Quoted labels become backticked ones of the same length, so positions do not change.
  const pattern = body.replaceAll(
    /:(\s*)"([^"`]*)"/g,
    (_whole, blank: string, label: string) => `:${blank}\`${label}\``,
  )
  const variables = namesIn(pattern)
  if (variables.length === 0) {
    throw new SplError('graph-match needs a pattern with named parts, as in (a)-[r]->(b).', {
      from,
      to: stage.to,
      expected: ['a pattern'],
    })
  }
  const head = 'MATCH '
  const text = `${head}${pattern} RETURN ${variables.join(', ')}`
  const place = (position: number): number =>
    from + Math.min(Math.max(0, position - head.length), pattern.length)
  return planCypher(context, stage, text, place, 'graph_match')
}

/** Returns the variables of nodes and relations, in order. */
function namesIn(pattern: string): string[] {
  const bare = pattern.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`/g, (quoted) =>
    ' '.repeat(quoted.length),
  )
  const names = [...bare.matchAll(/(?<![A-Za-z0-9_])[([]\s*([A-Za-z_]\w*)/g)].flatMap(
    ([, name]) => name ?? [],
  )
  return [...new Set(names)]
}
