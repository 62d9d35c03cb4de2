import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  controlOf,
  initialValue,
  isNullable,
  matchingOption,
  resolveRef,
  type FormSchema,
} from '../../../renderer/form/schema.ts'

const kindOf = (schema: FormSchema): string => controlOf(schema, schema).kind

describe('the control of a schema', () => {
  it.each<[string, FormSchema, string]>([
    ['a text', { type: 'string' }, 'text'],
    ['a text or nothing', { type: ['string', 'null'] }, 'text'],
    ['a text or nothing, as a union', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['a truth', { type: 'boolean' }, 'boolean'],
    ['one of a few', { type: 'string', enum: ['a', 'b'] }, 'enum'],
    ['one of a few, as constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, 'enum'],
    ['the only one', { const: 7 }, 'enum'],
    ['bytes', { type: 'string', contentEncoding: 'base64' }, 'file'],
    ['bytes, as OpenAPI says it', { type: 'string', format: 'byte' }, 'file'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'list'],
    ['members', { type: 'object', properties: { a: {} } }, 'object'],
    ['members without a type', { properties: { a: {} } }, 'object'],
    ['members nobody named', { type: 'object', additionalProperties: true }, 'json'],
    ['several shapes', { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] }, 'union'],
    ['several types', { type: ['string', 'number'] }, 'union'],
    ['joined members', { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, 'object'],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'boolean' } } }, 'boolean'],
    ['a reference to nowhere', { $ref: '#/$defs/gone' }, 'json'],
    ['a reference to itself', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, 'json'],
    ['nothing at all', {}, 'json'],
  ])('%s', (_what, schema, kind) => expect(kindOf(schema)).toBe(kind))

  it('follows references with escaped names', () => {
    const root: FormSchema = { $defs: { 'a/b~c': { type: 'integer' } } }
    expect(resolveRef({ $ref: '#/$defs/a~1b~0c' }, root)).toEqual({ type: 'integer' })
  })

  it('is found for whatever a server sends', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('type', 'title', 'format'), fc.string()), (schema) => {
        expect(kindOf(schema as FormSchema)).toMatch(
          /^(text|number|boolean|enum|file|object|list|union|json)$/,
        )
      }),
    )
  })
})

describe('the value a form starts with', () => {
  it.each<[string, FormSchema, unknown]>([
    ['a default', { type: 'string', default: 'x' }, 'x'],
    ['the only one', { const: 7 }, 7],
    ['an empty list', { type: 'array', items: { type: 'string' } }, []],
    ['nothing', { type: 'string' }, undefined],
    [
      'required members and those with a default',
      {
        type: 'object',
        required: ['list', 'deep', 'text'],
        properties: {
          list: { type: 'array' },
          text: { type: 'string' },
          deep: { type: 'object', properties: { n: { type: 'integer', default: 3 } } },
          optional: { type: 'object', properties: { a: { const: 1 } } },
        },
      },
      { list: [], deep: { n: 3 } },
    ],
  ])('%s', (_what, schema, value) => expect(initialValue(schema, schema)).toEqual(value))

  it('ends for a schema that contains itself', () => {
    const node: FormSchema = {
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/$defs/node' } },
    }
    expect(initialValue({ ...node, $defs: { node } }, { $defs: { node } })).toBeTypeOf('object')
  })
})

it.each<[unknown, number, number]>([
  [undefined, 1, 1],
  ['text', 0, 0],
  [{ a: 1 }, 0, 2],
  [3, 0, 1],
  [true, 0, 0],
  [{}, 2, 2],
])('of several shapes, %j has the one at its place (picked %i)', (value, picked, index) => {
  const options: FormSchema[] = [
    { type: 'string' },
    { type: 'integer' },
    { type: 'object', required: ['a'], properties: { a: {} } },
  ]
  expect(matchingOption(options, value, {}, picked)).toBe(index)
})

it('knows what may be null', () => {
  expect(isNullable({ type: ['string', 'null'] }, {})).toBe(true)
  expect(isNullable({ anyOf: [{ type: 'string' }, { const: null }] }, {})).toBe(true)
  expect(isNullable({ type: 'string' }, {})).toBe(false)
})
