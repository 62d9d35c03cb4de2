/** An Elasticsearch and an OpenSearch of one node each, from the libraries that they publish: the plans that are run against a double elsewhere. */
import { afterAll, describe, expect, test } from 'vitest'
import { freePort, missingPrograms, startSearch, type Peer } from './peers.ts'

const PROGRAMS = { java: 'default-jdk-headless', mvn: 'maven' }
/** The last of Elasticsearch whose libraries speak HTTP by themselves, and the last of OpenSearch for Java 17. */
const NODES = [
  ['org.elasticsearch', '7.17.29'],
  ['org.opensearch', '2.19.6'],
] as const

const reason = missingPrograms(PROGRAMS)
const peers: Peer[] = []
const addresses: string[] = []
if (reason === undefined) {
  for (const [group, version] of NODES) {
    const port = await freePort()
    peers.push(await startSearch(group, version, port))
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
