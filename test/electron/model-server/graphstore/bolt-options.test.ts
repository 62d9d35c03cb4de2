import { describe, expect, it } from 'vitest'
import { type BoltOptions, boltSettings } from '../../../../electron/model-server/graphstore/bolt/index.ts'

const secret = 's3cret-word'
const environment = {
  GRAPHDB_URI: 'bolt+s://db.example.org:7000',
  GRAPHDB_USERNAME: 'reader',
  GRAPHDB_PASSWORD: secret,
  GRAPHDB_DATABASE: 'graph',
  GRAPHDB_TIMEOUT: '1500ms',
}

describe('settings of a graph database', () => {
  it('have defaults for everything but the password', () => {
    expect(boltSettings({ password: secret }, {})).toEqual({
      uri: 'bolt://localhost:7687',
      username: 'neo4j',
      password: secret,
      database: 'neo4j',
      dialect: 'neo4j',
      timeoutMs: 10_000,
    })
  })

  it('come from the environment', () => {
    expect(boltSettings({}, environment)).toMatchObject({
      uri: 'bolt+s://db.example.org:7000',
      username: 'reader',
      password: secret,
      database: 'graph',
      timeoutMs: 1_500,
    })
  })

  it('prefer options', () => {
    const settings = boltSettings({ uri: 'neo4j://other', database: 'own', username: 'me' }, environment)
    expect(settings).toMatchObject({ uri: 'neo4j://other', database: 'own', username: 'me' })
  })

  it('leave the database empty with the opencypher dialect', () => {
    const { GRAPHDB_DATABASE: _, ...rest } = environment
    const settings = boltSettings({}, { ...rest, GRAPHDB_DIALECT: 'opencypher' })
    expect(settings).toMatchObject({ dialect: 'opencypher', database: '' })
  })

  it.each([
    ['', 'neo4j'],
    ['neo4j', 'neo4j'],
    ['native', 'neo4j'],
  ])('GRAPHDB_DIALECT=%s is the dialect %s', (given, dialect) => {
    expect(boltSettings({}, { ...environment, GRAPHDB_DIALECT: given }).dialect).toBe(dialect)
  })

  it.each(['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc'])('know the scheme %s', (scheme) => {
    expect(boltSettings({ uri: `${scheme}://host` }, { GRAPHDB_PASSWORD: secret }).uri).toBe(
      `${scheme}://host`,
    )
  })

  const wrong: readonly [
    title: string,
    options: BoltOptions,
    more: Record<string, string>,
    setting: string,
  ][] = [
    ['no password', { password: '' }, {}, 'GRAPHDB_PASSWORD'],
    ['an empty user name', { username: '' }, {}, 'GRAPHDB_USERNAME'],
    ['an empty variable of the user name', {}, { GRAPHDB_USERNAME: '' }, 'GRAPHDB_USERNAME'],
    ['an empty database', { database: '' }, {}, 'GRAPHDB_DATABASE'],
    ['an empty variable of the database', {}, { GRAPHDB_DATABASE: '' }, 'GRAPHDB_DATABASE'],
    ['no host', { uri: 'bolt://' }, {}, 'GRAPHDB_URI'],
    ['a variable without a host', {}, { GRAPHDB_URI: 'bolt://' }, 'GRAPHDB_URI'],
    ['another scheme', { uri: 'http://host' }, {}, 'GRAPHDB_URI'],
    ['no address at all', { uri: 'localhost' }, {}, 'GRAPHDB_URI'],
    ['a password in the address', { uri: `bolt://me:${secret}@host` }, {}, 'GRAPHDB_URI'],
    ['a path in the address', { uri: 'bolt://host/graph' }, {}, 'GRAPHDB_URI'],
    ['a fragment in the address', { uri: 'bolt://host#x' }, {}, 'GRAPHDB_URI'],
    ['parameters of a direct address', { uri: `bolt://host?x=${secret}` }, {}, 'GRAPHDB_URI'],
    ['a parameter without a value', { uri: `neo4j://host?${secret}` }, {}, 'GRAPHDB_URI'],
    ['a parameter given twice', { uri: `neo4j://host?a=${secret}&a=2` }, {}, 'GRAPHDB_URI'],
    ['another dialect', { dialect: 'gremlin' }, {}, 'GRAPHDB_DIALECT'],
    ['a database with opencypher', { dialect: 'opencypher', database: 'x' }, {}, 'GRAPHDB_DATABASE'],
    [
      'routing with opencypher',
      { dialect: 'opencypher', database: '', uri: 'neo4j://host' },
      {},
      'GRAPHDB_URI',
    ],
    ['a time limit without a unit', {}, { GRAPHDB_TIMEOUT: '10' }, 'GRAPHDB_TIMEOUT'],
    ['a time limit of zero', {}, { GRAPHDB_TIMEOUT: '0s' }, 'GRAPHDB_TIMEOUT'],
  ]
  it.each(wrong)('refuse %s without showing the password', (_, options, more, setting) => {
    let refusal: unknown
    try {
      boltSettings(options, { ...environment, ...more })
    } catch (error) {
      refusal = error
    }
    expect(refusal).toMatchObject({ code: 'INVALID_ARGUMENT', details: { setting } })
    expect(JSON.stringify([String(refusal), refusal])).not.toContain(secret)
  })
})

describe('profiles of engines', () => {
  it.each([
    ['neo4j', 'neo4j://host', 'neo4j', 'neo4j'],
    ['memgraph', 'bolt://host', 'opencypher', ''],
    ['neptune', 'bolt+s://host:8182', 'opencypher', ''],
    ['arcadedb', 'bolt://host', 'opencypher', ''],
  ])('%s at %s has the dialect %s', (profile, uri, dialect, database) => {
    const settings = boltSettings({ uri, password: secret }, { GRAPHDB_PROFILE: profile })
    expect(settings).toMatchObject({ profile, dialect, database })
  })

  it('let reads of Neptune go to another address', () => {
    const readers = { GRAPHDB_READER_URI: 'bolt+s://reader:8182' }
    const settings = boltSettings({ uri: 'bolt+s://writer:8182', profile: 'neptune' }, readers)
    expect(settings).toMatchObject({ readerUri: 'bolt+s://reader:8182', password: '' })
  })

  it.each<[string, Record<string, string>, string, RegExp]>([
    [
      'an unknown engine',
      { GRAPHDB_PROFILE: 'falkordb' },
      'GRAPHDB_PROFILE',
      /neo4j, memgraph, neptune, arcadedb/,
    ],
    [
      'another dialect',
      { GRAPHDB_PROFILE: 'memgraph', GRAPHDB_DIALECT: 'neo4j' },
      'GRAPHDB_DIALECT',
      /opencypher, or left out/,
    ],
    [
      'Neo4j with opencypher',
      { GRAPHDB_PROFILE: 'neo4j', GRAPHDB_DIALECT: 'opencypher' },
      'GRAPHDB_DIALECT',
      /has to be neo4j/,
    ],
    [
      'routing',
      { GRAPHDB_PROFILE: 'arcadedb', GRAPHDB_URI: 'neo4j://host' },
      'GRAPHDB_URI',
      /bolt, bolt\+s, bolt\+ssc/,
    ],
    [
      'several databases',
      { GRAPHDB_PROFILE: 'neptune', GRAPHDB_URI: 'bolt+s://h', GRAPHDB_DATABASE: 'x' },
      'GRAPHDB_DATABASE',
      /empty/,
    ],
    [
      'Neptune without encryption',
      { GRAPHDB_PROFILE: 'neptune', GRAPHDB_URI: 'bolt://host' },
      'GRAPHDB_URI',
      /bolt\+s, bolt\+ssc/,
    ],
    [
      'a reader of a cluster',
      { GRAPHDB_PROFILE: 'neo4j', GRAPHDB_READER_URI: 'bolt://host' },
      'GRAPHDB_READER_URI',
      /names its readers itself/,
    ],
    [
      'a reader without encryption',
      { GRAPHDB_PROFILE: 'neptune', GRAPHDB_URI: 'bolt+s://h', GRAPHDB_READER_URI: 'bolt://r' },
      'GRAPHDB_READER_URI',
      /bolt\+s/,
    ],
    [
      'ArcadeDB without a password',
      { GRAPHDB_PROFILE: 'arcadedb', GRAPHDB_PASSWORD: '' },
      'GRAPHDB_PASSWORD',
      /required/,
    ],
  ])('refuse %s with a sentence', (_, variables, setting, words) => {
    const attempt = () => boltSettings({}, { GRAPHDB_PASSWORD: secret, ...variables })
    expect(attempt).toThrow(words)
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { setting } }) as Error,
    )
  })
})
