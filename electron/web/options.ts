import { parseArgs } from 'node:util'

export interface WebOptions {
  readonly port: number
  readonly open: boolean
  readonly data: string | undefined
  readonly sandboxArgs: readonly string[]
}

export const WEB_HELP = `Orrery, served to the browser on this machine.

  --port N          listen on 127.0.0.1:N (default: 4870, or any free port when it is taken)
  --no-open         do not open the browser
  --data DIR        keep everything in DIR instead of the user's own folder
  --runtime NAME    isolation of the embedded sandbox server (auto, docker, podman, bubblewrap, process)
  --help            this text
`

/** @throws Error with one sentence when an option is unknown or has no sensible value */
export function parseWebOptions(args: readonly string[]): WebOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      web: { type: 'boolean' },
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      data: { type: 'string' },
      runtime: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return 'help'
  const port = values.port === undefined ? -1 : Number(values.port)
  if (values.port !== undefined && (!Number.isInteger(port) || port < 0 || port > 65_535)) {
    throw new Error(`--port wants a number from 0 to 65535, not ${values.port}.`)
  }
  return {
    port,
    open: !values['no-open'],
    data: values.data,
    sandboxArgs: values.runtime === undefined ? [] : ['--runtime', values.runtime],
  }
}
