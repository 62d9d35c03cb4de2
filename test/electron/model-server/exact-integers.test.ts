import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFileStore } from '../../../electron/model-server/graphstore/file/index.ts'
import { parseMessage } from '../../../electron/model-server/mcp/rpc.ts'
import { sharedFolder } from '../../temporary-folder.ts'
import { type TestServer, testServer } from './server.ts'

/** An integer that a JavaScript number would round to its neighbour. */
const LONG = '9007199254740993'

let server: TestServer
const folder = sharedFolder()
beforeAll(async () => {
  server = await testServer({ importRoot: folder })
})

const callText = async (name: string, args: string) => {
  const text = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "${name}", "arguments": ${args}}}`
  const answer = await server.send(parseMessage(text))
  return (answer?.['result'] as { structuredContent: object } | undefined)?.structuredContent
}
const entity = (order: string, id = '1') =>
  JSON.stringify({
    __domain__: 'shop',
    __entity_type__: 'shop.order',
    __entity_id__: id.repeat(32),
    __method__: 'Create',
    __first_observed_time__: 1_700_000_000,
    __last_observed_time__: 1_700_000_000,
    order: 'ORDER',
  }).replace('"ORDER"', order)
const SET = 'kind: entity_set\ndomain: shop\nname: shop.order\n'

describe('an integer that would become another one', () => {
  it.each([
    ['entity_write', `{"entities": [${entity(LONG)}]}`],
    [
      'model_import',
      `{"elements": [{"kind": "entity_set", "domain": "d", "name": "d.a", "spec": {"x": ${LONG}}}]}`,
    ],
    ['query_spl_execute', `{"query": ".entity | where order = $order", "parameters": {"order": ${LONG}}}`],
  ])('is refused in the arguments of %s', async (name, args) => {
    expect(await callText(name, args)).toMatchObject({
      ok: false,
      code: 'INVALID_ARGUMENT',
      error: expect.stringMatching(
        /9007199254740993 .* become 9007199254740992\. Send it as a string\.$/,
      ) as string,
      details: { argument: 'arguments', written: LONG, kept: '9007199254740992' },
    })
  })

  it.each([
    ['order.yaml', `${SET}spec: {x: ${LONG}}\n`],
    ['order.json', `{"kind": "entity_set", "domain": "shop", "name": "shop.order", "spec": {"x": ${LONG}}}`],
  ])('is refused in %s', async (name, text) => {
    await writeFile(join(folder, name), text)
    expect(await server.tool('model_import', { path: join(folder, name) })).toMatchObject({
      ok: false,
      code: 'VALIDATION_FAILED',
      details: { reason: expect.stringContaining(LONG) as string },
    })
  })

  it("keeps the real service's files from being taken over, and themselves as they are", async () => {
    const workspace = join(folder, 'graphstore/file-memory/workspaces/old')
    await mkdir(workspace, { recursive: true })
    const text = `{"version": 1, "items": {"a": ${entity(LONG)}}}`
    await writeFile(join(workspace, 'entities.json'), text)
    await expect(openFileStore({ data: folder })).rejects.toThrow(
      /entities\.json cannot be read: the integer 9007/,
    )
    expect(await readFile(join(workspace, 'entities.json'), 'utf8')).toBe(text)
  })

  it('has not been written by any of them', async () => {
    expect(await server.rows('.model')).toEqual([])
    expect(await server.rows(".entity with(domain='shop')")).toEqual([])
  })

  it.each([
    ['as a string', `"${LONG}"`, LONG, 'a'],
    ['when it stays what it is', '1700000000000000000', 1_700_000_000_000_000_000, 'b'],
  ])('is written %s', async (_, order, kept, id) => {
    expect(await callText('entity_write', `{"entities": [${entity(order, id)}]}`)).toMatchObject({ ok: true })
    expect(await server.rows(`.entity with(domain='shop', ids=['${id.repeat(32)}'])`)).toMatchObject([
      { order: kept },
    ])
  })
})
