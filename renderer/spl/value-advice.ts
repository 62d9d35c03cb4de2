import type { Condition, Query, Value } from '#shared/spl/ast.ts'
import { literal } from '#shared/spl/literal.ts'
import { nearest } from '#shared/spl/nearest.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import { text as say } from '../i18n/text.ts'
import { toServiceDialect } from './dialect.ts'
import type { Advice } from './lint.ts'
import { MAX_VALUES, SAMPLE_ROWS, sampleValues } from './vocabulary.ts'

/** Values named in a sentence. */
const MAX_NAMED = 5

interface Wanted {
  readonly field: string
  readonly value: Extract<Value, { kind: 'string' }>
  /** The statement before the stage that wants it. */
  readonly earlier: string
}

/** Equalities that every row must meet. */
function equalities(condition: Condition): { field: string; value: Value }[] {
  if (condition.kind === 'and') return [...equalities(condition.left), ...equalities(condition.right)]
  if (condition.kind !== 'compare' || condition.operator !== '=') return []
  return [{ field: condition.field.name, value: condition.value }]
}

function wantedBy(statement: string): Wanted[] {
  let query: Query
  try {
    query = parseSpl(toServiceDialect(statement))
  } catch {
    return []
  }
  return query.stages.flatMap((stage, place) => {
    if (stage.kind !== 'where') return []
    const earlier = statement.slice(0, (query.stages[place - 1] ?? query.source).to)
    return equalities(stage.condition).flatMap(({ field, value }) =>
      value.kind === 'string' ? [{ field, value, earlier }] : [],
    )
  })
}

/**
 * Advice on a statement without rows: of each field that must equal a text which no row has, the values that there
 * are. Each field costs one small query, which completion may have asked already.
 */
export async function valueAdvice(statement: string): Promise<readonly Advice[]> {
  const advice = await Promise.all(
    wantedBy(statement).map(async ({ field, value, earlier }): Promise<Advice[]> => {
      const { values, rows } = await sampleValues(earlier, field)
      const texts = values.map(({ text }) => text)
      // Of a field with many values some are not named.
      if (texts.length === 0 || texts.length === MAX_VALUES || texts.includes(value.value)) return []
      const near = nearest(value.value, texts)
      const named = texts.slice(0, MAX_NAMED).join(', ') + (texts.length > MAX_NAMED ? ', …' : '')
      const facts = { value: value.value, field, values: named, rows, all: rows < SAMPLE_ROWS ? 'yes' : 'no' }
      const { from, to } = value
      const insert = literal(near ?? '')
      const label = say('query.fix.replace', { text: insert })
      return [
        {
          about: 'other',
          text: say('query.lint.value', facts),
          fixes:
            near === undefined
              ? []
              : [{ title: { key: 'replace', values: { text: insert } }, from, to, insert, label }],
        },
      ]
    }),
  )
  return advice.flat()
}
