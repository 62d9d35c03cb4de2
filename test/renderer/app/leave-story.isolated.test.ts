import { expect, it, vi } from 'vitest'

await import('../messages.ts')
const { workbench } = await import('../../../renderer/app/workbench.ts')
const { isFinished, leaveStory, savedStep, useGuide } = await import('../../../renderer/app/guide.ts')
const { useSettings } = await import('../../../renderer/app/settings-store.ts')
const { storySteps } = await import('../../../renderer/start/story.ts')

vi.stubGlobal('sessionStorage', { setItem: () => undefined, removeItem: () => undefined })
vi.spyOn(workbench, 'call').mockReturnValue(new Promise(() => undefined))
const guide = { id: 'payment', steps: storySteps }

it.each([
  ['before its first step was done', 0, 0],
  ['after it', 1, 1],
  ['after its last', 5, 4],
])('a story that was left %s goes on at the next', (_, done, step) => {
  useSettings.setState({ values: { 'app.tour.payment': 'finished' } })
  useGuide.setState({ guide, step: 0 })
  leaveStory(guide, done)
  expect(savedStep('payment')).toBe(step)
  expect(isFinished('payment', useSettings.getState().values)).toBe(false)
  expect(useGuide.getState().guide).toBeUndefined()
})
