import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { openWith } from '../app/intents.ts'
import { runCommand } from '../app/run-command.ts'
import { chooseConnection, connectionOf } from '../app/workbench.ts'

/** The built-in model; its checkout-api, and what that calls. */
const SAMPLE = { kind: 'model', id: EMBEDDED_MODEL } as const
const CHECKOUT = [
  '3b90012aaf98b39aead200fb4ead0124',
  'd734a00f07e4aa4684592b8adef5aa01',
  'de019cd914313f912a967cbe5538352f',
  '51593e3633d66c6552a0464ab77783d6',
  '4d2d8d9d285131e37069eba450ebe686',
].map((id) => `apm/apm.service/${id}`)

/** Of the sample explicitly: another chosen model does not have these entities. */
async function showSample(): Promise<void> {
  if (connectionOf('model')?.id !== SAMPLE.id) await chooseConnection(SAMPLE)
  await openWith('explorer.entities', { entities: CHECKOUT, alone: true })
}

/** The example each card runs on a press, with built-in data. */
export const examples = {
  explorer: showSample,
  sandboxes: () => openWith('sandboxes.shell', {}),
  environments: () => openWith('environments.open', { environment: 'game:Wordle-v0-easy', agent: 'solver' }),
  console: () => runCommand('console.add'),
} as const
