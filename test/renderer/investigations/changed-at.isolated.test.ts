import { afterEach, expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { platform: 'Linux' })
await import('../messages.ts')
const { workbench } = await import('../../../renderer/app/workbench.ts')
vi.spyOn(workbench, 'call').mockResolvedValue(null as never)
const { addCell, list, newInvestigation } = await import('../../../renderer/investigations/store.ts')

afterEach(() => vi.useRealTimers())

it('lists when an investigation was changed, not when it was begun', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const id = newInvestigation()
  const at = (): number | undefined => list.value.find((one) => one.id === id)?.at
  expect(at()).toBe(1_000_000)
  vi.setSystemTime(1_000_000 + 26 * 60_000)
  addCell({ kind: 'note', text: 'Finding' })
  expect(at()).toBe(1_000_000 + 26 * 60_000)
})
