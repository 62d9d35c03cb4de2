import { expect, it } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { ownModels } from '../../../renderer/start/own-model.ts'

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

it.each<[string, readonly Connection[], string | undefined, readonly string[]]>([
  ['nothing but the sample', [sample], 'sample', []],
  ['a server without a graph model', [sample, plain], 'plain', []],
  ['a server that is not connected', [sample, stopped], 'stopped', []],
  ['a model beside a server without one', [plain, first], 'plain', ['first']],
  ['two models, the second chosen', [first, second], 'second', ['second']],
  ['two models, the sample chosen', [sample, first, second], 'sample', ['first', 'second']],
])(
  'of %s, the investigation is offered on the model in use, or on any that answers',
  (_, connections, model, ids) => {
    expect(ownModels({ connections, chosen: { model } }).map(({ id }) => id)).toEqual(ids)
  },
)
