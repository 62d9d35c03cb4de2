import { describe, expect, it } from 'vitest'
import {
  type CypherError,
  type Expression,
  type MatchClause,
  type ProjectionClause,
  expectedAfter,
  parseCypher,
} from '#shared/spl/cypher/index.ts'

/** The one expression of `RETURN …`, fully bracketed, so that its shape can be read. */
function shape(node: Expression): string {
  switch (node.kind) {
    case 'literal':
      return JSON.stringify(node.value)
    case 'variable':
      return node.name
    case 'parameter':
      return `$${node.name}`
    case 'and':
    case 'or':
    case 'xor':
      return `(${node.operands.map(shape).join(` ${node.kind} `)})`
    case 'not':
      return `(not ${shape(node.operand)})`
    case 'sign':
      return `(${node.negative ? '-' : '+'}${shape(node.operand)})`
    case 'arithmetic':
      return `(${shape(node.left)} ${node.operator} ${shape(node.right)})`
    case 'comparison':
      return `(${node.operands.map(shape).join(` ${node.operators.join(',')} `)})`
    case 'membership':
      return `(${shape(node.item)} in ${shape(node.list)})`
    case 'stringTest':
      return `(${shape(node.left)} ${node.operator} ${shape(node.right)})`
    case 'nullTest':
      return `(${shape(node.operand)} is ${node.negated ? 'not ' : ''}null)`
    case 'property':
      return `${shape(node.target)}.${node.key.name}`
    case 'list':
      return `[${node.items.map(shape).join(', ')}]`
    case 'pattern':
      return `pattern of ${node.pattern.nodes.length}`
    default:
      return node.kind
  }
}

const returned = (text: string): Expression => {
  const clause = parseCypher(`RETURN ${text}`).parts[0]?.clauses[0] as ProjectionClause
  const [item] = clause.items
  if (!item) throw new Error('nothing returned')
  return item.expression
}

describe('precedence', () => {
  const cases: readonly [text: string, shape: string][] = [
    ['a OR b AND c', '(a or (b and c))'],
    ['a XOR b OR c', '((a xor b) or c)'],
    ['NOT a AND b', '((not a) and b)'],
    ['NOT a = b', '(not (a = b))'],
    ['NOT NOT a', '(not (not a))'],
    ['a = b AND c <> d', '((a = b) and (c <> d))'],
    ['a < b <= c', '(a <,<= b <,<= c)'],
    ['a + b * c', '(a + (b * c))'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b * c', '((a / b) * c)'],
    ['a ^ b ^ c', '((a ^ b) ^ c)'],
    ['-a ^ b', '((-a) ^ b)'],
    ['- a.b', '(-a.b)'],
    ['a + b IN c', '((a + b) in c)'],
    ['a = b IN c', '(a = (b in c))'],
    ['a.b IS NOT NULL AND c', '((a.b is not null) and c)'],
    ["a STARTS WITH 'x' = b", '((a startsWith "x") = b)'],
    ['a <> b', '(a <> b)'],
    ['a != b', '(a <> b)'],
    ['a<-1', '(a < (-1))'],
    ['(a)-->(b)', 'pattern of 2'],
    ['(a)<--(b)', 'pattern of 2'],
    ['(a)--(b)', 'pattern of 2'],
    ['(a)--()-[x]-(c)', 'pattern of 3'],
    ['(a)-(b)', '(a - b)'],
    ['(a)-[b]', '(a - [b])'],
    ['(a) - -(b)', 'pattern of 2'],
    ['a - -b', '(a - (-b))'],
    ['((a))', 'a'],
  ]
  it.each(cases)('%s', (text, expected) => {
    expect(shape(returned(text))).toBe(expected)
  })
})

describe('hop ranges', () => {
  const cases: readonly [range: string, min: number, max: number][] = [
    ['*', 1, 16],
    ['*3', 3, 3],
    ['*2..4', 2, 4],
    ['*2..', 2, 16],
    ['*..4', 1, 4],
    ['*..', 1, 16],
    ['*0..1', 0, 1],
    ['* 1 .. 2', 1, 2],
  ]
  it.each(cases)('%s', (range, min, max) => {
    const match = parseCypher(`MATCH (a)-[r:X ${range} {k: 1}]->(b) RETURN a`).parts[0]
      ?.clauses[0] as MatchClause
    expect(match.patterns[0]?.relationships[0]?.range).toMatchObject({ min, max })
  })
})

describe('every node of the syntax tree', () => {
  it('knows where it stands', () => {
    const text = "MATCH (n:Person {name: 'Ann'})-[r:knows]->(m) WHERE n.age > 3 RETURN m.name AS name"
    const spans: string[] = []
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return
      if ('from' in node && 'to' in node) {
        const [from, to] = [Number(node.from), Number(node.to)]
        spans.push(text.slice(from - 50, to - 50))
      }
      for (const inner of Object.values(node)) visit(inner)
    }
    visit(parseCypher(text, 50))
    expect(spans).toEqual(
      expect.arrayContaining([
        text,
        'n',
        'Person',
        "'Ann'",
        '-[r:knows]->',
        'knows',
        'n.age > 3',
        'n.age',
        'm.name AS name',
      ]),
    )
    expect(spans.every((span) => span !== '')).toBe(true)
  })
})

describe('what may follow', () => {
  const cases: readonly [before: string, some: string[], none: string[]][] = [
    ['', ['MATCH', 'OPTIONAL', 'UNWIND', 'WITH', 'RETURN'], ['WHERE', 'AND', 'name']],
    ['MATCH', ['(', 'name'], ['RETURN', '[']],
    ['MATCH (n', [')', ':', '{'], ['MATCH', ',']],
    ['MATCH (n)', ['-', '<', ',', 'WHERE', 'RETURN'], ['AND', ')']],
    ['MATCH (n)-[r', [']', ':', '*'], ['|', 'RETURN']],
    ['MATCH (n)-[r:', ['name'], ['MATCH', ']']],
    ['MATCH (n) WHERE n.', ['name'], ['(', 'AND']],
    ['MATCH (n) WHERE n.x', ['=', 'AND', 'IS', 'CONTAINS', 'RETURN'], ['WHERE', ')']],
    ['RETURN CASE WHEN 1', ['THEN'], ['END', 'ELSE']],
    ['RETURN 1 ORDER', ['BY'], ['LIMIT']],
    ['RETURN 1 LIMIT 2', ['UNION', '+'], ['SKIP', 'WHERE']],
  ]
  it.each(cases)('%j', (before, some, none) => {
    const expected = expectedAfter(before)
    expect(some.filter((word) => !expected.includes(word))).toEqual([])
    expect(none.filter((word) => expected.includes(word))).toEqual([])
  })
})

describe('a message', () => {
  const cases: readonly [text: string, message: string][] = [
    ['', 'The Cypher query ends too early. Expected MATCH OPTIONAL RETURN UNWIND WITH.'],
    ['RETRUN 1', 'Unexpected “RETRUN” in Cypher. Did you mean RETURN?'],
    ["RETURN 'a", "The quote ' is never closed; add the closing one."],
    ['MATCH (n) DELETE n', 'Cypher here is read-only: DELETE would change the graph.'],
    [
      'MATCH (a)-[*1..20]-(b) RETURN a',
      'A relationship may be at most 16 hops long; ask for a smaller range.',
    ],
  ]
  it.each(cases)('for %j', (text, message) => {
    expect(() => parseCypher(text)).toThrow(expect.objectContaining({ message }) as CypherError)
  })

  it('about nesting names the limit', () => {
    const text = `RETURN ${'('.repeat(400)}1${')'.repeat(400)}`
    expect(() => parseCypher(text)).toThrow(/more than 200 levels/)
  })
})
