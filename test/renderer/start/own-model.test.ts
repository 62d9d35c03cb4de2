import { expect, it } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { ownModel } from '../../../renderer/start/own-model.ts'

const connection = (id: string, more: Partial<Connection> = {}): Connection => ({
  id,
  kind: 'model',
  name: id,
  transport: 'stdio',
  state: 'ready',
  since: 0,
  restarts: 0,
  prefix: 'umodel',
  ...more,
})

const sample = connection('sample', { embedded: true })
const plain = connection('plain', { prefix: undefined })
const stopped = connection('stopped', { state: 'stopped' })
const first = connection('first')
const second = connection('second')

it.each<[string, readonly Connection[], string | undefined, string | undefined]>([
  ['nothing but the sample', [sample], 'sample', undefined],
  ['a server without a graph model', [sample, plain], 'plain', undefined],
  ['a server that is not connected', [sample, stopped], 'stopped', undefined],
  ['a model beside a server without one', [plain, first], 'plain', 'first'],
  ['two models, the second chosen', [first, second], 'second', 'second'],
])('of %s, the investigation is offered on the model that answers', (_, connections, model, id) => {
  expect(ownModel({ connections, chosen: { model } })?.id).toBe(id)
})
