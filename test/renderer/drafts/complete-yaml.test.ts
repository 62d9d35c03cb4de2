import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeYaml, decidingMembers } from '../../../renderer/drafts/items/complete-yaml.ts'
import { formOf } from '../../../renderer/drafts/items/form-schemas.ts'

const set = formOf('element', { kind: 'entity_set' })

/** Completions at `|`. */
const offered = (text: string): readonly string[] =>
  completeYaml(text.replace('|', ''), text.indexOf('|'), set)?.choices.map(({ label }) => label) ?? []

it('an entity is offered the fields of its set, also while its text is not yet valid', () => {
  const definition = { spec: { fields: [{ name: 'status' }, { name: 'owner' }] } }
  const text = '__domain__: devops\n__entity_type__: "devops.service"\nowner: me\nst'
  const value = decidingMembers(text)
  expect(value).toEqual({ __domain__: 'devops', __entity_type__: 'devops.service' })
  const { choices = [] } = completeYaml(text, text.length, formOf('entity', value, definition)) ?? {}
  expect(choices.map(({ label }) => label)).toContain('status')
  expect(choices.map(({ label }) => label)).not.toContain('owner')
})

describe('what may be written in an element’s text', () => {
  it.each([
    ['a kind', 'kind: |', 'entity_set'],
    ['a kind that has begun', 'kind: ent|', 'entity_set'],
    ['a member of the whole', 'kind: entity_set\n|', 'spec'],
    ['a member that has begun', 'kind: entity_set\nsp|', 'spec'],
    ['a member between others', 'kind: entity_set\n|\nname: a', 'domain'],
    ['a member of the specification', 'kind: entity_set\nspec:\n  |', 'fields'],
    ['the same after others', 'kind: entity_set\nspec:\n  dynamic: true\n  |', 'primary_key_fields'],
    ['a field’s first member', 'kind: entity_set\nspec:\n  fields:\n    - |', 'name'],
    ['a field’s next member', 'kind: entity_set\nspec:\n  fields:\n    - name: a\n      |', 'type'],
    ['lists at their name’s own column', 'kind: entity_set\nspec:\n  fields:\n  - name: a\n    |', 'type'],
    ['a yes or no', 'kind: entity_set\nspec:\n  dynamic: |', 'true'],
    ['a text that is broken further down', 'kind: entity_set\nspec:\n  |\nbroken: [', 'fields'],
  ])('offers %s', (_, text, label) => {
    expect(offered(text)).toContain(label)
  })

  it.each([
    ['what is there already', 'kind: entity_set\nna|\nname: a', 'name'],
    ['members of the whole inside the specification', 'kind: entity_set\nspec:\n  |', 'kind'],
    ['anything in a free text', 'name: some words|', 'name'],
  ])('does not offer %s', (_, text, label) => {
    expect(offered(text)).not.toContain(label)
  })

  it('replaces the word that has begun', () => {
    expect(completeYaml('kind: ent', 9, set)?.from).toBe(6)
  })

  it('takes any text at any place', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ':', ' ', '-', '\n', '[', '"', '&', '*') }),
        (text) => {
          for (let at = 0; at <= text.length; at++) completeYaml(text, at, set)
        },
      ),
      { numRuns: 200 },
    )
  })
})
