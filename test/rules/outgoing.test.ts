import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tracked } from './tracked.ts'

const sources = tracked.filter((path) => /^electron\/(?:workbench|cli|node|model-server)\/.*\.ts$/.test(path))
const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Node's own `fetch` and WebSocket do not support proxies and custom certificates in every supported version.
 */
it('what leaves the core or the model server goes out by electron/node/outgoing.ts', () => {
  const wrong = sources.filter((path) => {
    const text = textOf(path)
    const asks = /(?<![.\w#])fetch\(/.test(text) || /new WebSocket\(/.test(text)
    return asks && !/outgoing.ts'/.test(text)
  })
  expect(wrong).toEqual([])
  expect(sources.filter((path) => /from 'node:https'/.test(textOf(path)))).toEqual([])
})
