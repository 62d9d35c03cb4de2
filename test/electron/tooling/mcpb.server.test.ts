import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getMcpConfigForManifest } from '@anthropic-ai/mcpb'
import { Ajv } from 'ajv'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error a plain module without declarations
import { makeBundle } from '../../../electron/tooling/mcpb.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ADDRESS = 'https://orrery.test/releases'

/** The part of the entry that the tests read. */
interface ServerJson {
  readonly $schema: string
  readonly packages?: readonly { readonly identifier: string; readonly fileSha256: string }[]
}

const schemaAt = async (path: string): Promise<{ readonly $id?: string }> =>
  JSON.parse(await readFile(join(root, path), 'utf8')) as object
const validatorOf = (schema: object) => new Ajv({ strict: false, validateFormats: false }).compile(schema)

describe.skipIf(!existsSync(join(root, 'dist/model-server.mjs')) && 'nothing is built: npm run build')(
  'the bundle for MCP hosts',
  () => {
    let folder: string
    let bundle: Buffer
    let server: ServerJson
    let files: Record<string, Uint8Array>

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'orrery-mcpb-'))
      const made = (await makeBundle(folder, ADDRESS)) as { bundle: string; server: string }
      bundle = await readFile(made.bundle)
      server = JSON.parse(await readFile(made.server, 'utf8')) as ServerJson
      files = unzipSync(bundle)
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const manifest = () => JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())

    it('keeps to the schema of its manifest', async () => {
      const version = manifest().manifest_version as string
      const path = `node_modules/@anthropic-ai/mcpb/schemas/mcpb-manifest-v${version}.schema.json`
      const validate = validatorOf(await schemaAt(path))
      expect(validate(manifest()), JSON.stringify(validate.errors)).toBe(true)
      expect(manifest()).toMatchObject({
        tools: expect.arrayContaining([{ name: 'query_spl_execute', description: expect.any(String) }]),
      })
      expect(validate({ ...manifest(), server: {} })).toBe(false)
    })

    it('is described for a registry, by its schema and with its digest', async () => {
      const schema = await schemaAt('test/fixtures/mcp-registry/server.schema.json')
      const validate = validatorOf(schema)
      expect(validate(server), JSON.stringify(validate.errors)).toBe(true)
      expect(server.$schema).toBe(schema.$id)
      const [one, ...others] = server.packages ?? []
      expect(others).toEqual([])
      expect(one?.identifier).toBe(`${ADDRESS}/orrery-model-${manifest().version}.mcpb`)
      expect(one?.fileSha256).toBe(createHash('sha256').update(bundle).digest('hex'))
      const refused = [{ name: 'orrery' }, { description: 'x'.repeat(101) }, { version: undefined }]
      for (const change of [...refused, { packages: [{ ...one, fileSha256: 'none' }] }])
        expect(validate(JSON.parse(JSON.stringify({ ...server, ...change }))), JSON.stringify(change)).toBe(
          false,
        )
    })

    it('names no package where none is available', async () => {
      const made = (await makeBundle(join(folder, 'private'))) as { server: string }
      const described = JSON.parse(await readFile(made.server, 'utf8')) as ServerJson
      const validate = validatorOf(await schemaAt('test/fixtures/mcp-registry/server.schema.json'))
      expect(validate(described), JSON.stringify(validate.errors)).toBe(true)
      expect(described.packages).toBeUndefined()
    })

    it('is the same, byte for byte, when it is made again, and small', async () => {
      const again = (await makeBundle(join(folder, 'again'), ADDRESS)) as { bundle: string }
      expect((await readFile(again.bundle)).equals(bundle)).toBe(true)
      expect(bundle.length).toBeLessThan(3_000_000)
    })

    /**
     * The program's first answer, and the answer to a question, in a bundle that was unpacked and configured with the user's
     * values.
     */
    const answers = async (userConfig?: Record<string, string>): Promise<string[]> => {
      const place = await mkdtemp(join(folder, 'unpacked-'))
      for (const [name, bytes] of Object.entries(files)) {
        await mkdir(dirname(join(place, name)), { recursive: true })
        await writeFile(join(place, name), bytes)
      }
      const launch = await getMcpConfigForManifest({
        manifest: manifest(),
        extensionPath: place,
        systemDirs: {},
        userConfig: userConfig ?? {},
        pathSeparator: '/',
      })
      const hello = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'host', version: '1' },
      }
      const messages = [
        { id: 1, method: 'initialize', params: hello },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/list' },
      ]
      const { stdout, stderr } = spawnSync(process.execPath, launch?.args ?? [], {
        input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
        encoding: 'utf8',
        cwd: place,
        timeout: 30_000,
      })
      // Answers may come in any order.
      const lines = stdout.split('\n')
      return [1, 2].map((id) => lines.find((line) => line.includes(`"id":${id},`)) ?? stderr)
    }

    it('runs where a host unpacks it', async () => {
      const [hello = '', tools = ''] = await answers()
      expect(JSON.parse(hello)).toMatchObject({ id: 1, result: { capabilities: { tools: {} } } })
      expect(tools).toContain('query_spl_execute')
      expect(tools).not.toContain('query_plan_run')
    })

    it('runs where a host leaves what nobody chose as it is', () => {
      const program = join(root, 'dist/model-server.mjs')
      const given = ['--quickstart', '--telemetry=${user_config.telemetry}']
      const { status, stderr } = spawnSync(process.execPath, [program, ...given], {
        input: '',
        encoding: 'utf8',
      })
      expect({ status, stderr }).toMatchObject({ status: 0 })
    })

    it('runs plans against the endpoints of the file that the user chose', async () => {
      const endpoints = join(folder, 'endpoints.json')
      await writeFile(
        endpoints,
        JSON.stringify({ telemetry: { main: { speaks: 'prometheus', url: 'http://127.0.0.1:9' } } }),
      )
      expect((await answers({ telemetry: endpoints }))[1]).toContain('query_plan_run')
      expect((await answers({ telemetry: join(folder, 'nowhere.json') })).join('')).toContain('nowhere.json')
    })
  },
)
