import { expect, it } from 'vitest'
import { modelCalls } from '../../../../electron/workbench/models/model-calls.ts'
import type { ModelConnection } from '../../../../electron/workbench/models/model-connection.ts'

const content = [{ type: 'text', text: 'rows[1]: a' }]
const structuredContent = { output: { columns: ['a'], rows: [{ a: 1 }] } }

it.each<[string, object, boolean | undefined, string]>([
  ['is left out where the rows are there', { content, structuredContent }, undefined, ''],
  ['comes where it is asked for', { content, structuredContent }, true, 'rows[1]: a'],
  ['comes where there are no rows', { content }, undefined, 'rows[1]: a'],
  ['comes with a refusal', { content, structuredContent, isError: true }, undefined, 'rows[1]: a'],
])('the text of a query’s answer %s', async (_, result, withText, text) => {
  const connection = {
    info: { name: 's', workspace: 'demo' },
    request: () => Promise.resolve({ result, bytes: 9, sequence: 1 }),
  } as unknown as ModelConnection
  const { runQuery } = modelCalls(() => connection)
  const context = { signal: new AbortController().signal } as Parameters<typeof runQuery>[1]
  expect(await runQuery({ connection: 's', query: '.entity', withText }, context)).toMatchObject({ text })
})
