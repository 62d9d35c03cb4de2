import { ModelSession } from '../../../../electron/workbench/models/model-session.ts'
import { StdioTransport } from '../../../../electron/workbench/models/stdio-transport.ts'

const ignore = (): undefined => undefined

/** A session with a server that runs the given script. */
export function startScripted(script: string): Promise<ModelSession> {
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['-e', script],
    env: process.env as Record<string, string>,
    observer: { onTrace: ignore, onStderr: ignore, onNoise: ignore },
  })
  const options = {
    name: 's',
    version: '0',
    onNotification: ignore,
    onQuestion: () => Promise.resolve({}),
    roots: () => ({ roots: [] }),
  }
  return ModelSession.start(transport, options, new AbortController().signal)
}
