import { expect, it, vi } from 'vitest'

const connections = ['Sample', 'Copy', 'Silent'].map((name) => ({
  id: name,
  name,
  kind: 'model',
  state: 'ready',
}))
const tools: Record<string, readonly { name: string; description: string }[]> = {
  Sample: [
    { name: 'query', description: 'Runs a query.' },
    { name: 'write', description: 'Writes entities.' },
  ],
  Copy: [
    { name: 'query', description: 'Runs a query.' },
    { name: 'write', description: 'Writes nothing.' },
  ],
}
vi.stubGlobal('navigator', { platform: 'Linux', languages: ['en'] })
vi.mock('../../../renderer/app/workbench.ts', () => ({
  useWorkbench: { getState: () => ({ connections }) },
  workbench: {
    call: (_: string, { connection }: { connection: string }) =>
      connection in tools
        ? Promise.resolve({ result: { tools: tools[connection] } })
        : Promise.reject(new Error('gone')),
  },
}))
await import('../messages.ts')
const { entriesOf } = await import('../../../renderer/start/help/entries.ts')

it('lists a tool of several servers once, different ones apart, and others when a server is silent', async () => {
  const found = await entriesOf('tools', [], new AbortController().signal)
  expect(found.map(({ title, group, words }) => [title, group, words])).toEqual([
    ['query', 'Sample and Copy', 'Runs a query.'],
    ['write', 'Sample', 'Writes entities.'],
    ['write', 'Copy', 'Writes nothing.'],
  ])
})
