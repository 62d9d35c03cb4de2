import { expect, it } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { stableName, modelByName } from '../../../renderer/spl/asked.ts'

it('finds a model server by what it is called in any language', () => {
  const own = { id: 'model:shop', kind: 'model', name: 'shop' } as Connection
  const sample = (name: string) =>
    ({ id: 'embedded-model', kind: 'model', name, embedded: true }) as Connection
  const platform = { id: 'platform:shop', kind: 'platform', name: 'shop' } as Connection
  for (const one of [own, sample('Sample model')])
    expect(modelByName([platform, sample('示例模型'), own], stableName(one))?.id).toBe(one.id)
  expect(modelByName([platform, own], 'elsewhere')).toBeUndefined()
})
