/** An Elasticsearch and an OpenSearch of one node each, from the libraries that they publish: the plans that are run against a double elsewhere. */
import { afterAll, describe, expect, test } from 'vitest'
import { javaLibraries } from './libraries.ts'
import { freePort, startTool, type Peer } from './peers.ts'

/** The last of Elasticsearch whose libraries speak HTTP by themselves, and the last of OpenSearch for Java 17. */
const NODES = [
  ['org.elasticsearch', '7.17.29'],
  ['org.opensearch', '2.19.6'],
] as const
/** OpenSearch leaves out what it writes its log with. */
const LOG: Readonly<Record<string, readonly string[]>> = {
  'org.opensearch': ['org.apache.logging.log4j:log4j-core:2.25.4'],
}

const brought = NODES.map(([group, version]) => {
  const name = group.split('.').at(-1) ?? ''
  const wanted = [`${group}:${name}:${version}`, `${group}.plugin:transport-netty4-client:${version}`]
  return javaLibraries(`${name}-${version}`, [...wanted, ...(LOG[group] ?? [])])
})
const reason = brought.find((one) => one.reason)?.reason
const peers: Peer[] = []
const addresses: string[] = []
if (reason === undefined) {
  for (const [index, [group]] of NODES.entries()) {
    const port = await freePort()
    const libraries = `${brought[index]?.folder}/lib`
    peers.push(await startTool('java.mjs', [libraries, 'SearchNode.java', group, String(port)]))
    addresses.push(`http://127.0.0.1:${port}`)
  }
  process.env['ORRERY_ELASTICSEARCH'] = addresses.join(' ')
  await import('../electron/workbench/telemetry/elasticsearch.server.test.ts')
}
afterAll(() => Promise.all(peers.map((peer) => peer.end())))

describe.skipIf(reason)('the nodes', () => {
  test('are what they are meant to be', async () => {
    const said = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()))
    expect(said).toEqual(
      NODES.map(([group, number]) =>
        expect.objectContaining({
          cluster_name: group.split('.').at(-1),
          version: expect.objectContaining({ number }),
        }),
      ),
    )
  })
})
