import { expect, it, vi } from 'vitest'
import { contentSchema } from '#shared/investigations/cell.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
await import('../messages.ts')
const { workbench } = await import('../../../renderer/app/workbench.ts')
vi.spyOn(workbench, 'call').mockResolvedValue(null as never)
const { cellsOf } = await import('../../../renderer/app/guide.ts')
const { storySteps } = await import('../../../renderer/start/story.ts')
const { newInvestigation, shownInvestigation } = await import('../../../renderer/investigations/store.ts')

it('keeps what the five steps found, with the queries and the command that show it', () => {
  const cells = cellsOf(storySteps)
  expect(cells.map(({ kind }) => kind)).toEqual([
    'note',
    'note',
    'note',
    'query',
    'note',
    'query',
    'note',
    'command',
  ])
  for (const cell of cells) expect(contentSchema.safeParse(cell).success).toBe(true)
  newInvestigation({ title: 'Payment is slow', cells })
  const shown = shownInvestigation()
  expect(shown?.title).toBe('Payment is slow')
  expect(shown?.cells.map(({ text }) => text)).toEqual(cells.map(({ text }) => text))
})
