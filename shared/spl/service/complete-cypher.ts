import { expectedAfter } from '../cypher/index.ts'
import { CYPHER_FUNCTIONS } from './callables.ts'
import type { Completion, Completions } from './completion.ts'
import type { FieldFact, ModelFacts } from './model.ts'

/** After the colon of a node or relation: `(n:`, `[r:calls|`. */
const NAMED = /(?<open>[([])\s*\w*\s*:(?:[^\s()[\]{}*]*[|:])?(?<word>[^\s()[\]{}|*]*)$/
/** After the dot of a variable: `n.sta`. */
const PROPERTY = /(?<variable>\w+)\.(?<word>\w*)$/

/**
 * Completes Cypher between backticks: labels, relation types, properties, variables, functions, and the
 * keywords that the grammar accepts. Backticks inside the text are doubled.
 */
export function completeCypher(position: number, before: string, model: ModelFacts): Completions {
  const named = NAMED.exec(before)?.groups
  if (named) {
    const { open, word = '' } = named
    const written = word.replace(/^`+/, '')
    const names = open === '(' ? labels(model) : relations(model)
    return {
      from: position - written.length,
      completions: names.map((one) => quotedName(one, word !== written)),
    }
  }
  const property = PROPERTY.exec(before)?.groups
  if (property) {
    const { variable = '', word = '' } = property
    return { from: position - word.length, completions: properties(variable, before, model) }
  }
  const word = /\w*$/.exec(before)?.[0] ?? ''
  const head = before.slice(0, before.length - word.length)
  return { from: position - word.length, completions: words(head) }
}

const quotedName = (one: Completion, opened: boolean): Completion => ({
  ...one,
  insert: opened ? `${one.label}\`\`` : embeddedName(one.label),
})

/** A name in Cypher inside backticks, which are doubled there. */
export const embeddedName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`\`${name}\`\``)

function labels({ elements }: ModelFacts): Completion[] {
  return elements.flatMap(({ kind, domain, name, title }): Completion[] => {
    const label = `${domain}@${name}`
    return kind === 'entity_set'
      ? [
          {
            label,
            kind: 'element',
            insert: label,
            detail: `${kind} · ${domain}`,
            documentation: title,
          },
        ]
      : []
  })
}

function relations({ relationTypes }: ModelFacts): Completion[] {
  return relationTypes.map((label) => ({ label, kind: 'relation', insert: label }))
}

function properties(variable: string, before: string, model: ModelFacts): Completion[] {
  const label = new RegExp(`\\(\\s*${variable}\\s*:\\s*\`*([\\w.@]+)`).exec(before)?.[1] ?? ''
  const [domain, name] = label.includes('@') ? label.split('@') : [undefined, label]
  const set = model.elements.find(
    (one) =>
      one.kind === 'entity_set' && one.name === name && (domain === undefined || one.domain === domain),
  )
  const own: readonly FieldFact[] = (set && model.entityFields(set.domain, set.name)) ?? []
  return [...own, { name: '__entity_id__' }, { name: '__entity_type__' }].map(
    ({ name: field, type, documentation }) => ({
      label: field,
      kind: 'field',
      insert: embeddedName(field),
      detail: type,
      documentation,
    }),
  )
}

/** Returns variables and functions where a name is accepted, and the accepted keywords. */
function words(head: string): Completion[] {
  const expected = expectedAfter(head.replaceAll('``', '`'))
  const variables = [...new Set([...head.matchAll(/[([]\s*([A-Za-z_]\w*)/g)].map(([, name = '']) => name))]
  // Where a string is accepted, so is an expression, hence a function call.
  const functions = expected.includes('string') ? CYPHER_FUNCTIONS : []
  const keywords = expected.filter((word) => /^[A-Z]+$/.test(word))
  return [
    ...(expected.includes('name') ? variables : []).map((label): Completion => ({
      label,
      kind: 'variable',
      insert: label,
      boost: 2,
    })),
    ...keywords.map((label): Completion => ({ label, kind: 'keyword', insert: `${label} ` })),
    ...functions.map((label): Completion => ({
      label,
      kind: 'function',
      insert: `${label}(`,
      template: `${label}(#)`,
    })),
  ]
}
