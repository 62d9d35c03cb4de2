import { expect, it } from 'vitest'
import { startScripted } from './scripted-session.ts'

/** A server that answers all requests of one kind in a single chunk. */
const SERVER = `
const waiting = []
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = (result) => JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n'
  if (method === 'initialize') {
    const serverInfo = { name: 's', version: '1' }
    process.stdout.write(answer({ protocolVersion: params.protocolVersion, capabilities: {}, serverInfo }))
    return
  }
  waiting.push(answer({ text: 'x'.repeat(params.length) }))
  if (waiting.length === 2) process.stdout.write(waiting.join(''))
})`

it('answers that come in one chunk have sizes of their own', async () => {
  const session = await startScripted(SERVER)
  const answers = await Promise.all([100, 5].map((length) => session.request('test/text', { length })))
  for (const { result, bytes } of answers) {
    expect(bytes).toBe(JSON.stringify({ jsonrpc: '2.0', id: 1, result }).length)
  }
  await session.stop()
})
