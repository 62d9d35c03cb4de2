import {
  isPair,
  isScalar,
  isSeq,
  isMap,
  parseDocument,
  visit,
  type Node,
  type Pair,
  type Document,
} from 'yaml'
import { tooDeepAt } from '#shared/model/yaml-depth.ts'
import { controlOf, resolveRef, type FormSchema } from '../../form/schema.ts'
import { MAX_TEXT_CHARACTERS } from './yaml-text.ts'

/** Completions at a position: member names, or values. */
export interface YamlChoices {
  /** Start of the word being typed, in characters. */
  readonly from: number
  readonly choices: readonly { readonly label: string; readonly about: string | undefined }[]
  /** Names are followed by a colon. */
  readonly names: boolean
}

/** A line as typed so far: dashes and a name, possibly with the start of a value. */
const NAME = /^\s*(?:-\s+)*([\w.-]*)$/
const VALUE = /^\s*(?:-\s+)*["']?[\w.-]+["']?\s*:\s+([\w.-]*)$/

/** Placeholder inserted at the cursor, so that the incomplete text can be parsed. */
const HERE = 'written__here'

/** Path of a node: member names, and `[]` for list items. */
type Steps = readonly string[]

function stepsOf(ancestors: readonly (Document | Node | Pair)[]): Steps {
  return ancestors.flatMap((node) => {
    if (isSeq(node)) return ['[]']
    return isPair(node) && isScalar(node.key) ? [String(node.key.value)] : []
  })
}

interface Place {
  readonly path: Steps
  /** Sibling members. */
  readonly taken: ReadonlySet<string>
}

/** Finds the placeholder in a text that may be invalid elsewhere. */
function placeOf(marked: string): Place | undefined {
  if (tooDeepAt(marked) !== undefined) return undefined
  let place: Place | undefined
  visit(parseDocument(marked), {
    Scalar(_, node, ancestors) {
      if (node.value !== HERE) return undefined
      const map = ancestors.findLast((one) => isMap(one))
      const names = map?.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])) ?? []
      place = { path: stepsOf(ancestors), taken: new Set(names) }
      return visit.BREAK
    },
  })
  return place
}

const DECIDING = /^(kind|__domain__|__entity_type__):[ \t]*["']?([\w.-]+)/gm

/** The members that decide which others an item has, of a text that may be invalid elsewhere. */
export const decidingMembers = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.slice(0, MAX_TEXT_CHARACTERS).matchAll(DECIDING)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

/** The possible schemas of a value at a path. */
function schemasAt(schema: FormSchema, path: Steps, root: FormSchema): FormSchema[] {
  const control = controlOf(schema, root)
  if (control.kind === 'union') return control.options.flatMap((option) => schemasAt(option, path, root))
  const [step, ...rest] = path
  if (step === undefined) return [schema]
  if (step === '[]') return control.kind === 'list' ? schemasAt(control.items, rest, root) : []
  const member =
    control.kind === 'object' ? control.properties.find(([name]) => name === step)?.[1] : undefined
  return member ? schemasAt(member, rest, root) : []
}

function valuesOf(schema: FormSchema, root: FormSchema): string[] {
  const control = controlOf(schema, root)
  if (control.kind === 'boolean') return ['true', 'false']
  if (control.kind !== 'enum') return []
  return control.values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

/**
 * Returns completions at an offset of an item's text, from its form schema; undefined if nothing is known.
 */
export function completeYaml(text: string, at: number, schema: FormSchema): YamlChoices | undefined {
  if (text.length > MAX_TEXT_CHARACTERS) return undefined
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  const end = text.indexOf('\n', at)
  const after = end < 0 ? '' : text.slice(end)
  const name = NAME.exec(before)?.[1]
  const value = VALUE.exec(before)?.[1]
  if (name === undefined && value === undefined) return undefined
  const from = at - (name ?? value ?? '').length
  const place = placeOf(text.slice(0, from) + HERE + (name === undefined ? '' : ': 0') + after)
  if (!place) return undefined
  if (name === undefined) {
    const values = schemasAt(schema, place.path, schema).flatMap((one) => valuesOf(one, schema))
    return { from, choices: [...new Set(values)].map((label) => ({ label, about: undefined })), names: false }
  }
  // The name being typed is itself the last segment.
  const members = schemasAt(schema, place.path.slice(0, -1), schema).flatMap((one) => {
    const control = controlOf(one, schema)
    return control.kind === 'object' ? control.properties : []
  })
  const fresh = new Map(members.filter(([label]) => !place.taken.has(label)))
  const choices = [...fresh].map(([label, member]) => ({
    label,
    about: resolveRef(member, schema).description,
  }))
  return { from, choices, names: true }
}
