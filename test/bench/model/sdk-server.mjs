/** A trivial tool on the official SDK, for comparison in stdio.bench.mjs. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'trivial', version: '1.0.0' })
server.registerTool('query_spl_execute', { inputSchema: { query: z.string() } }, ({ query }) => ({
  content: [{ type: 'text', text: query }],
}))
await server.connect(new StdioServerTransport())
