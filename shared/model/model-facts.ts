import type { ModelFacts } from '../spl/complete.ts'
import { type Json, isJsonObject } from './json.ts'
import { KINDS } from './kinds/index.ts'
import type { Element } from './element.ts'
import { relationTypeOf } from './link.ts'

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort()

/** What completion needs to know of a workspace, from its elements. */
export function modelFactsOf(elements: readonly Element[]): ModelFacts {
  return {
    domains: unique(elements.map(({ domain }) => domain)),
    kinds: unique([...elements.map(({ kind }) => kind), ...KINDS]),
    names: (domain, kind) =>
      unique(
        elements
          .filter(
            (one) =>
              (domain === undefined || one.domain === domain) && (kind === undefined || one.kind === kind),
          )
          .map(({ name }) => name),
      ),
    fields: (type) =>
      unique(
        elements
          .filter(({ kind, name }) => kind === 'entity_set' && (type === undefined || name === type))
          .flatMap(({ spec }) => list(spec?.['fields']))
          .flatMap((field) =>
            isJsonObject(field) && typeof field['name'] === 'string' ? [field['name']] : [],
          ),
      ),
    relationTypes: unique(
      elements.filter(({ kind }) => kind === 'entity_set_link').map((link) => relationTypeOf(link)),
    ),
  }
}
