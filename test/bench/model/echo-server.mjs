/**
 * A minimal JSON-RPC server over stdio: parses a line and answers with its input, or with the JSON result in
 * its first argument. Baselines of stdio.bench.mjs.
 */
const [given] = process.argv.slice(2)
const result = given === undefined ? undefined : JSON.parse(given)
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const { id, params } = JSON.parse(line)
    if (id !== undefined)
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: result ?? { echo: params } })}\n`)
  }
})
