import { expect, test } from 'vitest'
import { gemRoutes } from '../../../../electron/sandbox-server/api/gem.ts'
import { games } from '../../../../electron/sandbox-server/gem/games/index.ts'
import { standAloneHost } from '../../../../electron/sandbox-server/gem/host.ts'
import { Registry } from '../../../../electron/sandbox-server/gem/registry.ts'
import { GemService } from '../../../../electron/sandbox-server/gem/service.ts'

const app = gemRoutes(new GemService({ registry: new Registry(games), host: standAloneHost() }))

async function post(path: string, body: unknown) {
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(body) })
  return { http: response.status, body: (await response.json()) as Record<string, any> }
}

test('the first environment runs over REST', async () => {
  const made = await post('/make', { env_id: 'game:GuessTheNumber-v0-easy' })
  const { sandbox_id } = made.body
  const reset = await post('/reset', { sandbox_id, seed: 0 })
  expect(reset.body.result.info.suffix).toBe(reset.body.info.suffix)
  const step = await post('/step', { sandbox_id, action: '\\boxed{7}' })
  expect(step.body).toMatchObject({ reward: 1, terminated: true, truncated: false, status: 'Success' })
  const other = await post('/reset', { sandbox_id, seed: -1 })
  expect(other.http).toBe(500)
})
