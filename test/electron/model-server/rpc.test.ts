import { describe, expect, it } from 'vitest'
import { encodeAnswer } from '../../../electron/model-server/mcp/rpc.ts'

/** Makes JSON.stringify fail as for a string beyond the maximum length. */
const endless = {
  toJSON(): never {
    throw new RangeError('Invalid string length')
  },
}

describe('an answer', () => {
  it('is JSON', () => {
    expect(encodeAnswer({ jsonrpc: '2.0', id: 1, result: {} })).toBe('{"jsonrpc":"2.0","id":1,"result":{}}')
  })

  it.each([1, 'one'])('too long for a string is an error with the id %s of its request', (id) => {
    const text = encodeAnswer({ jsonrpc: '2.0', id, result: endless })
    expect(JSON.parse(text)).toMatchObject({
      id,
      error: { code: -32_603, data: 'the answer is too long for one message; ask for fewer rows or fields' },
    })
  })

  it('to a batch that is too long is one error', () => {
    const text = encodeAnswer([{ jsonrpc: '2.0', id: 1, result: endless }])
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32_603 } })
  })
})
