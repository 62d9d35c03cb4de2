import { expect, test } from 'vitest'
import { openGem } from '../../../../electron/sandbox-server/gem/index.ts'

test('a thousand environments at once take less than 500 MB', async () => {
  const service = await openGem()
  const ids = service.list().env_id
  const before = process.memoryUsage().rss
  for (let i = 0; i < 1000; i++) {
    const { sandbox_id } = await service.make(ids[i % ids.length])
    await service.reset(sandbox_id, i)
    await service.step(sandbox_id, 'nothing')
  }
  expect(service.size).toBe(1000)
  expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20)
  await service.dispose()
  expect(service.size).toBe(0)
})
