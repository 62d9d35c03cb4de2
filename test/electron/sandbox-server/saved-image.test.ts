import { expect, it } from 'vitest'
import { Images } from '../../../electron/sandbox-server/lifecycle/images.ts'

it.each([
  ['team.orrery.internal/a:1', 'never', 'Failed to pull image team.orrery.internal/a:1: it isn’t here'],
  ['registry.example.org/a:1', 'always', 'it can’t be had: no such host'],
] as const)('%s is looked for by the policy %s', async (reference, policy, words) => {
  const asked: string[] = []
  const runtime = {
    keepsFolders: false,
    engineImages: {
      ensure: async (_: string, wish: { policy: string }) => {
        asked.push(wish.policy)
        throw new Error('no such host')
      },
    },
  }
  // Only what looks for an image of an engine.
  const options = { runtime, folder: { list: () => [] }, strict: true }
  const images = new Images(options as unknown as ConstructorParameters<typeof Images>[0])
  await expect(images.resolve(reference, { policy: 'always' } as never)).rejects.toThrow(words)
  expect(asked).toEqual([policy])
})
