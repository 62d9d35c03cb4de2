/** A Neo4j Community of one node, from the libraries that it publishes. */
import { type Installed, javaLibraries } from './libraries.ts'
import { freePort, type Peer, startTool } from './peers.ts'

/** The long-term line, which is the last for Java 17. */
const VERSION = '5.26.30'

export const NEO4J_USER = 'neo4j'
export const NEO4J_PASSWORD = 'a pass-word'

/** Brings the libraries. */
export const neo4jLibraries = (): Installed =>
  javaLibraries(`neo4j-${VERSION}`, [`org.neo4j:neo4j:${VERSION}`, `org.neo4j:neo4j-bolt:${VERSION}`])

export interface Neo4jNode extends Pick<Peer, 'end'> {
  readonly port: number
}

/** Starts it with what {@link neo4jLibraries} brought. */
export async function startNeo4j({ folder }: Installed): Promise<Neo4jNode> {
  const port = await freePort()
  const args = [`${folder}/lib`, 'Neo4jNode.java', String(port), NEO4J_PASSWORD]
  const peer = await startTool('java.mjs', args)
  return { port, end: () => peer.end() }
}
