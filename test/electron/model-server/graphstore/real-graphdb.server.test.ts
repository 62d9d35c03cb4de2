import { describe, expect, it } from 'vitest'
import { openBoltStore } from '../../../../electron/model-server/graphstore/bolt/index.ts'
import { describeStore } from './store-contract.ts'

/*
 * The store contract against a real graph database. It writes workspaces called t1, t2, … and leaves them there, so give it a
 * database of its own:
 *
 *   GRAPHDB_URI=bolt://localhost:7687 GRAPHDB_USERNAME=neo4j GRAPHDB_PASSWORD=… \
 *     npx vitest run -c test/vitest.config.ts --project server test/electron/model-server/graphstore/real-graphdb.server.test.ts
 *
 * GRAPHDB_DIALECT=opencypher (and no GRAPHDB_DATABASE) for servers that are not Neo4j. `npm run test:peers neo4j` and `… arcadedb`
 * bring one for it.
 */
const configured = Boolean(process.env['GRAPHDB_URI'])

describe.skipIf(!configured && 'no graph database is named by GRAPHDB_URI')('a real database', () => {
  describeStore('graphdb', { durable: true, open: () => openBoltStore() })
})

describe('no real database', () => {
  it('is refused without a password, which is why GRAPHDB_URI decides', async () => {
    await expect(openBoltStore({ environment: {} })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})
