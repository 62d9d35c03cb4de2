/** What tests against real graph databases share. */
import neo4j from 'neo4j-driver'
import { onTestFinished } from 'vitest'
import { ServerProcess } from '../electron/model-server/process.ts'

/** What a database itself answers, past the store. */
export async function rowsOf(
  where: { readonly uri: string; readonly username: string; readonly password: string },
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const driver = neo4j.driver(where.uri, neo4j.auth.basic(where.username, where.password))
  try {
    const { records } = await driver.session().run(statement)
    return records.map((record) => record.toObject())
  } finally {
    await driver.close()
  }
}

/** The built server over stdio, until the test ends. */
export function startModelServer(variables: NodeJS.ProcessEnv, ...more: string[]): ServerProcess {
  const server = new ServerProcess(['--graphstore', 'graphdb', '--log-level', 'error', ...more], variables)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

/** The number of services of the sample that it finds. */
export const services = (server: ServerProcess): Promise<unknown> => count(server, 'devops.service')

/** The number of entities of a set that it finds. */
export async function count(server: ServerProcess, set: string): Promise<unknown> {
  const query = `.entity with(name='${set}') | stats count() as n`
  const params = { name: 'query_spl_execute', arguments: { query } }
  const { result } = await server.ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return (result?.['structuredContent'] as { output?: { rows: unknown } } | undefined)?.output?.rows
}
