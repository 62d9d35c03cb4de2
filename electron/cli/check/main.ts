import { parseArgs } from 'node:util'
import { report } from './check.ts'
import { findingsAt } from './findings-at.ts'

const HELP = `Usage: orrery check URL [options]

Tries the documented behaviours of a graph-model service (MCP over HTTP) or of a sandbox platform (REST) on the server at URL,
and says what differs. A graph-model service is only read; on a platform one sandbox and one environment are started and ended.

  --token <text>   bearer token; also ORRERY_CHECK_TOKEN, which no process list shows
  --image <name>   image of the sandbox (default python:3.11)
  --json           one JSON document instead of a report
  --help           print this and exit

Exit codes: 0 nothing differs, 1 something does, 2 wrong option, or nothing there.
`

async function main(): Promise<number> {
  let values
  let positionals
  try {
    ;({ values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        token: { type: 'string' },
        image: { type: 'string', default: 'python:3.11' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }))
  } catch (error) {
    process.stderr.write(`orrery check: ${(error as Error).message}\n`)
    return 2
  }
  const [url, ...more] = positionals
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  if (url === undefined || more.length > 0 || !URL.canParse(url)) {
    process.stderr.write('orrery check: give one address, as in orrery check http://127.0.0.1:8090/mcp\n')
    return 2
  }
  const token = values.token ?? process.env['ORRERY_CHECK_TOKEN']
  try {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const { title, findings } = await findingsAt(url, headers, values.image)
    process.stdout.write(
      values.json ? `${JSON.stringify({ title, findings }, null, 2)}\n` : report(title, findings),
    )
    return findings.some(({ outcome }) => outcome === 'differs') ? 1 : 0
  } catch (error) {
    process.stderr.write(`orrery check: ${(error as Error).message}\n`)
    return 2
  }
}

process.exitCode = await main()
