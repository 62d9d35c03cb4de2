import { describe, expect, it } from 'vitest'
import { type ModelEndpoint, modelEndpointSchema } from '#shared/environments/agent.ts'
import { DEFAULT_INSTRUCTIONS } from '#shared/environments/agent-messages.ts'
import {
  decimal,
  endpointOf,
  formOf,
  hasWrongUrl,
  isComplete,
} from '../../../renderer/environments/agents/endpoint-dialog.tsx'

const empty = formOf(undefined)
const filled = { ...empty, url: 'http://127.0.0.1:11434/v1', model: 'tiny' }
const kept: ModelEndpoint = modelEndpointSchema.parse({
  id: 'agent',
  name: 'The large one',
  url: 'https://models.example/v1',
  model: 'large',
  instructions: 'Play well.',
  temperature: 0.5,
  key: 'secret',
  secret: 'gem-agent-key',
  prices: { prompt: 2, completion: 8, cached: 0.2, reasoning: 9, currency: 'EUR' },
})

describe('the form of an endpoint', () => {
  it('begins with the default instructions, or with what was stored, except the key', () => {
    expect(empty).toMatchObject({
      url: '',
      model: '',
      key: '',
      keyFrom: 'none',
      instructions: DEFAULT_INSTRUCTIONS,
    })
    expect(formOf(kept)).toMatchObject({ model: 'large', key: '', keyFrom: 'secret', temperature: '0.5' })
  })

  it.each([
    ['2.5', '2.5'],
    ['2,5', '2.5'],
    ['1.2.3', '1.23'],
    [' $3 ', '3'],
    ['.25', '.25'],
  ])('reads %s as the number %s', (typed, expected) => expect(decimal(typed)).toBe(expected))

  it('comes back as it was', () => {
    expect(endpointOf(formOf(kept), kept)).toEqual(kept)
  })

  it.each([
    [
      'no price',
      { promptPrice: '', completionPrice: '', cachedPrice: '', reasoningPrice: '' },
      { prices: undefined },
    ],
    ['one price', { completionPrice: '' }, { prices: { prompt: 2, completion: 0, cached: 0.2 } }],
    ['no currency', { currency: ' ' }, { prices: { prompt: 2, currency: undefined } }],
    ['no name', { name: ' ' }, { name: 'large' }],
    [
      'a key for this start',
      { keyFrom: 'session' as const, key: 'k' },
      { key: 'session', secret: undefined },
    ],
    ['a variable', { keyFrom: 'env' as const, env: ' ${env:K} ' }, { key: 'env', env: '${env:K}' }],
  ])('with %s', (_, change, expected) => {
    const endpoint = endpointOf({ ...formOf(kept), ...change }, kept)
    expect(endpoint).toMatchObject(expected)
    expect(JSON.stringify(endpoint)).not.toContain('"k"')
  })

  it.each([
    [empty, false],
    [filled, true],
    [{ ...filled, url: 'models.example' }, false],
    [{ ...filled, model: ' ' }, false],
    [{ ...filled, keyFrom: 'env' as const }, false],
    [{ ...filled, keyFrom: 'env' as const, env: 'K' }, true],
  ])('%# can be saved: %s', (form, complete) => expect(isComplete(form)).toBe(complete))

  it.each([
    ['', false],
    ['http://x', false],
    ['ftp://x', true],
    ['http://a b', true],
  ])('%s is a wrong address: %s', (url, wrong) => expect(hasWrongUrl({ ...empty, url })).toBe(wrong))
})
