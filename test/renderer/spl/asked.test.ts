import { expect, it } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { lastingName, modelCalled } from '../../../renderer/spl/asked.ts'

it('finds a model server by what it is called in any language', () => {
  const own = { id: 'model:shop', kind: 'model', name: 'shop' } as Connection
  const sample = (name: string) =>
    ({ id: 'embedded-model', kind: 'model', name, embedded: true }) as Connection
  const platform = { id: 'platform:shop', kind: 'platform', name: 'shop' } as Connection
  for (const one of [own, sample('Sample model')])
    expect(modelCalled([platform, sample('示例模型'), own], lastingName(one))?.id).toBe(one.id)
  expect(modelCalled([platform, own], 'elsewhere')).toBeUndefined()
})
