import { describe, expect, it } from 'vitest'
import { DEFAULT_INSTRUCTIONS } from '../../../renderer/environments/agents/agent-messages.ts'
import {
  endpointOf,
  formOf,
  hasWrongUrl,
  isComplete,
} from '../../../renderer/environments/agents/endpoint-form.ts'
import type { AgentEndpoint } from '#shared/documents/environments.ts'
import { KEY_NAME } from '../../../renderer/environments/agents/endpoint-store.ts'

const empty = formOf(undefined)
const filled = { ...empty, url: 'http://127.0.0.1:11434/v1', model: 'tiny' }
const kept: AgentEndpoint = {
  version: 1,
  url: 'https://models.example/v1',
  model: 'large',
  instructions: 'Play well.',
  temperature: 0.5,
  secret: KEY_NAME,
}

describe('the form of an endpoint', () => {
  it('begins with our instructions, or with what was kept, the key excepted', () => {
    expect(empty).toEqual({
      url: '',
      model: '',
      key: '',
      temperature: '',
      instructions: DEFAULT_INSTRUCTIONS,
    })
    expect(formOf(kept)).toEqual({
      url: kept.url,
      model: 'large',
      key: '',
      temperature: '0.5',
      instructions: 'Play well.',
    })
  })

  it('comes back as it was kept', () => expect(endpointOf(formOf(kept), kept)).toEqual(kept))

  it('names the key only where there is one, and never holds it', () => {
    expect(endpointOf(filled, undefined)).not.toHaveProperty('secret')
    expect(endpointOf(filled, kept)).toHaveProperty('secret', KEY_NAME)
    expect(JSON.stringify(endpointOf({ ...filled, key: 'hush' }, undefined))).not.toContain('hush')
    expect(endpointOf({ ...filled, key: 'hush' }, undefined)).toHaveProperty('secret', KEY_NAME)
  })

  it('leaves the temperature to the server where none is given', () => {
    expect(endpointOf(filled, kept)).not.toHaveProperty('temperature')
    expect(endpointOf({ ...filled, temperature: '0' }, undefined)).toHaveProperty('temperature', 0)
  })

  it.each([
    [empty, false, false],
    [filled, false, true],
    [{ ...filled, url: 'ftp://x' }, true, false],
    [{ ...filled, url: 'http://a b' }, true, false],
    [{ ...filled, model: ' ' }, false, false],
  ])('%j has a wrong address: %s, is complete: %s', (form, wrong, complete) => {
    expect(hasWrongUrl(form)).toBe(wrong)
    expect(isComplete(form)).toBe(complete)
  })
})
