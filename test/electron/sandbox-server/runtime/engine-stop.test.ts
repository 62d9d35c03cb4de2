import { EventEmitter } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { EngineIsolate } from '../../../../electron/sandbox-server/runtime/engine/isolate.ts'
import { Engine } from '../../../../electron/sandbox-server/runtime/engine/engine.ts'

/** An engine with one container, which only some commands can end. */
class OneContainer extends Engine {
  readonly asked: string[] = []
  #isRunning = true
  #ends: (command: string, count: number) => boolean

  constructor(ends: (command: string, count: number) => boolean) {
    super('docker')
    this.#ends = ends
  }

  override async run([command = '']: readonly string[]): Promise<string> {
    if (command === 'container') return String(this.#isRunning)
    this.asked.push(command)
    if (this.#ends(command, this.asked.length)) this.#isRunning = false
    else throw new Error(`no answer to ${command}`)
    return ''
  }
}

const isolateOf = (engine: Engine): EngineIsolate =>
  new EngineIsolate(engine, 'c', new EventEmitter() as ChildProcess, {
    home: '/root',
    env: {},
    control: { host: '/nowhere', inside: '/run/orrery' },
  })

test.each<[string, (command: string, count: number) => boolean, string[]]>([
  ['at once', (command) => command === 'kill', ['kill']],
  ['after it is let go', (command, count) => command === 'kill' && count > 1, ['kill', 'unpause', 'kill']],
  [
    'with its files, where nothing else ends it',
    (command) => command === 'rm',
    ['kill', 'unpause', 'kill', 'rm'],
  ],
])('a container ends %s', async (_, ends, asked) => {
  const engine = new OneContainer(ends)
  await isolateOf(engine).stop()
  expect(engine.asked).toEqual(asked)
})

test('a container that survives is reported, and can be ended later', async () => {
  let isWell = false
  const engine = new OneContainer(() => isWell)
  const isolate = isolateOf(engine)
  await expect(isolate.stop()).rejects.toThrow(
    'docker could not end the container (no answer to rm); it runs on: try docker rm -f c, or restart docker',
  )
  isWell = true
  await isolate.stop()
  expect(engine.asked.slice(-1)).toEqual(['kill'])
})
