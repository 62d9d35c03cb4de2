import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { shellQuote } from '#shared/shell/quote.ts'
import { pathTo } from '#shared/environments/episode.ts'
import { curlOf, pythonOf } from '../../../renderer/environments/report/curl.ts'
import { bugReport, curlScript, subjectOf } from '../../../renderer/environments/report/report-dialog.tsx'
import { append, event, freshEpisode, played, visit } from '../../shared/environments/episodes.ts'

/** Skipped if the machine lacks a program to run the lines with. */
const lacks = (program: string): string | false =>
  spawnSync(program, ['--version']).status !== 0 && `${program} is not installed`

const options = { base: 'http://box/apis/v1/envs/gem', platform: 'Box', writer: 'Orrery 1' }

describe('a bug report', () => {
  const recorded = played(freshEpisode(), 'a', 'b')
  const parted = append(
    recorded,
    event('b', 1, { by: 'replay', reward: 0.5, differsFrom: 2, observation: 'other' }),
  )

  it('is about the difference, with both answers', () => {
    const report = bugReport(parted, options)
    expect(subjectOf(parted).id).toBe(3)
    expect(report).toContain('# game:TowerofHanoi-v0-easy: observation and reward differ at step 2')
    expect(report).toMatch(/## Expected[^]*did b[^]*## Actual[^]*other/)
    expect(report).toContain('reward 0.5')
  })

  it('names what was tried instead', () => {
    const branched = append(visit(parted, 1), event('c', 1, { reward: 1, observation: 'fine' }))
    expect(bugReport(branched, options)).toContain('- `c`: reward 1, `fine`')
  })

  it('is about a step marked as a bug where nothing was replayed, and says when a seed is missing', () => {
    const marked = {
      ...recorded,
      seed: null,
      events: recorded.events.map((e) => (e.id === 1 ? { ...e, verdict: 'bug' as const } : e)),
    }
    const report = bugReport(marked, { ...options, expectation: 'Should move.' })
    expect(report).toContain('step 1')
    expect(report).toContain('Should move.')
    expect(report).toContain('cannot be reproduced')
  })

  it('fences texts that hold fences', () => {
    const fenced = append(freshEpisode(), event('a', 0, { observation: '```js\nx\n```' }))
    expect(bugReport(fenced, options)).toContain('````\n```js')
  })
})

describe('lines for a shell', () => {
  it.skipIf(lacks('curl') || lacks('bash'))('quotes whatever an action holds', async () => {
    const actions = [String.raw`\boxed{it's "a" $HOME ${'`'}id${'`'}}`, 'two\nlines', String.raw`back\\slash`]
    const asked: { path: string; body: unknown }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        asked.push({ path: request.url ?? '', body: JSON.parse(body) })
        response.end('{"sandbox_id":"box-1"}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gem`
    const episode = played(freshEpisode(), ...actions)
    await promisify(execFile)('bash', ['-c', curlScript(episode, pathTo(episode), base)], {
      env: { ...process.env, TOKEN: 't' },
    })
    server.close()
    expect(asked).toEqual([
      { path: '/gem/make', body: { env_id: episode.envId } },
      { path: '/gem/reset', body: { sandbox_id: 'box-1', seed: 7 } },
      ...actions.map((action) => ({ path: '/gem/step', body: { sandbox_id: 'box-1', action } })),
      { path: '/gem/close', body: { sandbox_id: 'box-1' } },
    ])
  })

  it.skipIf(lacks('python3'))('is valid Python for any action', async () => {
    const asked: unknown[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        asked.push([request.headers.authorization, JSON.parse(body)])
        response.end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/step`
    const request = { action: String.raw`it's "√" \boxed{é} ${'`$x'}` + '\n', n: null, yes: true }
    const exchange = { method: 'POST', url, request, requestHeaders: { authorization: '•••' } }
    await promisify(execFile)('python3', ['-c', pythonOf(exchange)], { env: { ...process.env, TOKEN: 't' } })
    server.close()
    expect(asked).toEqual([['Bearer t', request]])
  })

  it('leaves the token to the reader', () => {
    const exchange = {
      method: 'POST',
      url: 'http://x/step',
      request: { a: "it's" },
      requestHeaders: { authorization: '•••' },
    }
    expect(curlOf(exchange)).toBe(
      `curl -sS -X POST 'http://x/step' -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d ${shellQuote('{"a":"it\'s"}')}`,
    )
    expect(curlOf({ method: 'GET', url: 'http://x', request: null })).toBe("curl -sS -X GET 'http://x'")
  })
})
