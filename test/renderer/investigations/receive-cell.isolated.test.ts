import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { platform: 'Linux' })
await import('../messages.ts')
const { workbench } = await import('../../../renderer/app/workbench.ts')
const answers: Readonly<Record<string, unknown>> = {
  'documents.change': { accepted: true },
  'documents.list': [],
  'investigations.trusted': [],
}
vi.spyOn(workbench, 'call').mockImplementation(
  (async (name: string) =>
    answers[name] ?? { version: 'none', recent: [] }) as unknown as typeof workbench.call,
)
const { addCell, investigationOf, list, useBench } = await import('../../../renderer/investigations/store.ts')
const { showReceiver } = await import('../../../renderer/investigations/receive-cell.ts')

it('a cell that is added while there is no investigation begins one, and the next goes to it', async () => {
  expect(list.value).toEqual([])
  await showReceiver()
  expect(addCell({ kind: 'note', text: 'Finding' })).toBe(true)
  useBench.setState({ shown: undefined })
  const id = await showReceiver()
  expect(addCell({ kind: 'note', text: 'Cause' })).toBe(true)
  expect(list.value).toHaveLength(1)
  expect(investigationOf(id).value?.cells.map((cell) => 'text' in cell && cell.text)).toEqual([
    'Finding',
    'Cause',
  ])
})
