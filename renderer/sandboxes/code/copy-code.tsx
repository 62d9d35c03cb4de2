import { CodeXml } from 'lucide-react'
import { shellQuote } from '#shared/shell/quote.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { copyText } from '../../app/copy-text.ts'

/** An action of the bench, as a program would perform it. */
export type ProgramAction =
  | {
      readonly kind: 'start'
      readonly image: string
      readonly cpus?: number
      readonly memory?: string
      readonly disk?: string
      readonly imagePlatform?: string
      readonly autoStopMinutes?: number
      readonly autoDeleteSeconds?: number
    }
  | { readonly kind: 'status' | 'stop' | 'restart' | 'delete'; readonly sandboxId: string }
  | { readonly kind: 'commit'; readonly sandboxId: string; readonly imageTag: string }
  | { readonly kind: 'run'; readonly sandboxId: string; readonly session: string; readonly command: string }
  | { readonly kind: 'execute'; readonly sandboxId: string; readonly command: readonly string[] }
  | { readonly kind: 'read'; readonly sandboxId: string; readonly path: string }
  | { readonly kind: 'upload'; readonly sandboxId: string; readonly path: string }
  | { readonly kind: 'forward'; readonly sandboxId: string; readonly port: number }

export type Language = 'curl' | 'python' | 'typescript'

const BASE = '/apis/envs/sandbox/v1'

/** The HTTP request of an action: for curl, and for an SDK without the operation. */
interface Wire {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

function wireOf(action: ProgramAction): Wire {
  const post = (path: string, body: object): Wire => ({ method: 'POST', path, body })
  switch (action.kind) {
    case 'start':
      return post('/start_async', {
        image: action.image,
        cpus: action.cpus,
        ...(action.memory ? { memory: action.memory } : {}),
        ...(action.disk ? { disk: action.disk } : {}),
        ...(action.imagePlatform ? { platform: action.imagePlatform } : {}),
        auto_clear_time_minutes: action.autoStopMinutes,
        auto_delete_seconds: action.autoDeleteSeconds,
      })
    case 'status':
      return {
        method: 'GET',
        path: `/get_status?sandbox_id=${encodeURIComponent(action.sandboxId)}&include_all_states=true&refresh_timeout=false`,
      }
    case 'stop':
    case 'restart':
    case 'delete':
      return post(`/${action.kind}`, { sandbox_id: action.sandboxId })
    case 'commit':
      return post('/commit', {
        sandbox_id: action.sandboxId,
        image_tag: action.imageTag,
        username: '',
        password: '',
      })
    case 'run':
      return post('/run_in_session', {
        sandbox_id: action.sandboxId,
        session: action.session,
        command: action.command,
        check: 'silent',
      })
    case 'execute':
      return post('/execute', { sandbox_id: action.sandboxId, command: action.command })
    case 'read':
      return post('/read_file', { sandbox_id: action.sandboxId, path: action.path })
    case 'upload':
      return post('/upload', {})
    case 'forward':
      return {
        method: 'GET',
        path: `/sandboxes/${encodeURIComponent(action.sandboxId)}/portforward?port=${action.port}`,
      }
  }
}

/**
 * Generates the action's code in a language; `base` is the platform's API root. The token is an environment
 * variable: copied code must not contain secrets.
 */
export function programFor(action: ProgramAction, language: Language, url: string, base = BASE): string {
  const api = `${url}${base}`
  if (language === 'curl') return curl(action, api)
  return language === 'python' ? python(action, url, api) : typescript(action, url, api)
}

function curl(action: ProgramAction, api: string): string {
  const { method, path, body } = wireOf(action)
  const token = `-H "Authorization: Bearer $ORRERY_SANDBOX_TOKEN"`
  if (action.kind === 'upload') {
    return [
      `curl ${shellQuote(`${api}/upload`)} \\`,
      `  ${token} \\`,
      `  -F target_path=${shellQuote(action.path)} \\`,
      `  -F sandbox_id=${shellQuote(action.sandboxId)} \\`,
      '  -F file=@./local-file',
    ].join('\n')
  }
  if (action.kind === 'forward') {
    // A WebSocket, which curl cannot tunnel; websocat exposes it as a local port.
    return `websocat -b -H "Authorization: Bearer $ORRERY_SANDBOX_TOKEN" tcp-l:127.0.0.1:${action.port} ${shellQuote(`${api.replace(/^http/, 'ws')}${path}`)}`
  }
  const target = shellQuote(`${api}${path}`)
  if (method === 'GET') return `curl ${target} \\\n  ${token}`
  return [
    `curl -X POST ${target} \\`,
    `  ${token} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d ${shellQuote(JSON.stringify(body, undefined, 2))}`,
  ].join('\n')
}

/** Formats a JSON value as Python. */
function pythonValue(value: unknown): string {
  return JSON.stringify(value)
    .replace(/\u2028|\u2029/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(/^true$/, 'True')
    .replace(/^false$/, 'False')
}

const indented = (lines: readonly string[]): string =>
  lines.map((line) => (line ? `    ${line}` : '')).join('\n')

/**
 * The SDK starts its own sandbox; operations on an existing one use the Python standard library where
 * possible.
 */
function python(action: ProgramAction, url: string, api: string): string {
  if (action.kind === 'start') {
    const settings = [
      `base_url=${pythonValue(url)}`,
      `image=${pythonValue(action.image)}`,
      ...(action.cpus === undefined ? [] : [`cpus=${action.cpus}`]),
      ...(action.memory ? [`memory=${pythonValue(action.memory)}`] : []),
      ...(action.autoStopMinutes === undefined ? [] : [`auto_clear_seconds=${action.autoStopMinutes * 60}`]),
    ]
    return [
      '# pip install rl-rock',
      'import asyncio',
      'import os',
      '',
      'from rock.sdk.sandbox.client import Sandbox',
      'from rock.sdk.sandbox.config import SandboxConfig',
      '',
      '',
      'async def main():',
      indented([
        'token = os.environ["ORRERY_SANDBOX_TOKEN"]',
        'sandbox = Sandbox(SandboxConfig(',
        ...settings.map((setting) => `    ${setting},`),
        '    extra_headers={"Authorization": f"Bearer {token}"},',
        '))',
        'await sandbox.start()',
        'print(sandbox.sandbox_id)',
      ]),
      '',
      '',
      'asyncio.run(main())',
      '',
    ].join('\n')
  }
  const { method, path, body } = wireOf(action)
  const head = [
    `base = ${pythonValue(api)}`,
    'headers = {"Authorization": f"Bearer {os.environ[\'ORRERY_SANDBOX_TOKEN\']}"}',
    '',
  ]
  if (action.kind === 'forward') {
    return `${[
      '# pip install websockets',
      'import asyncio',
      'import os',
      '',
      'import websockets',
      '',
      '',
      'async def main():',
      indented([
        `address = ${pythonValue(`${api.replace(/^http/, 'ws')}${path}`)}`,
        'headers = {"Authorization": f"Bearer {os.environ[\'ORRERY_SANDBOX_TOKEN\']}"}',
        'async with websockets.connect(address, additional_headers=headers) as tunnel:',
        '    await tunnel.send(b"GET / HTTP/1.0\\r\\n\\r\\n")',
        '    print(await tunnel.recv())',
      ]),
      '',
      '',
      'asyncio.run(main())',
    ].join('\n')}\n`
  }
  if (action.kind === 'upload') {
    return `${[
      '# pip install httpx',
      'import os',
      '',
      'import httpx',
      '',
      ...head,
      'with open("local-file", "rb") as file:',
      '    answer = httpx.post(',
      '        f"{base}/upload",',
      `        data={"target_path": ${pythonValue(action.path)}, "sandbox_id": ${pythonValue(action.sandboxId)}},`,
      '        files={"file": file},',
      '        headers=headers,',
      '    )',
      'print(answer.json())',
    ].join('\n')}\n`
  }
  const request =
    method === 'GET'
      ? [`request = urllib.request.Request(base + ${pythonValue(path)}, headers=headers)`]
      : [
          `body = json.dumps(${pythonValue(body)}).encode()`,
          'headers["Content-Type"] = "application/json"',
          `request = urllib.request.Request(base + ${pythonValue(path)}, body, headers)`,
        ]
  const send = ['with urllib.request.urlopen(request) as answer:', '    print(json.load(answer))']
  return `${['import json', 'import os', 'import urllib.request', '', ...head, ...request, ...send].join('\n')}\n`
}

function typescript(action: ProgramAction, url: string, api: string): string {
  if (action.kind === 'start') {
    const settings = {
      image: action.image,
      baseUrl: url,
      cpus: action.cpus,
      ...(action.memory ? { memory: action.memory } : {}),
      ...(action.autoStopMinutes === undefined ? {} : { autoClearSeconds: action.autoStopMinutes * 60 }),
    }
    return [
      "import { Sandbox } from 'rl-rock'",
      '',
      'const sandbox = new Sandbox({',
      ...Object.entries(settings).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`),
      '  extraHeaders: { Authorization: `Bearer ${process.env.ORRERY_SANDBOX_TOKEN}` },',
      '})',
      'await sandbox.start()',
      'console.log(sandbox.getSandboxId())',
      '',
    ].join('\n')
  }
  const { method, path, body } = wireOf(action)
  const head = [
    `const base = ${JSON.stringify(api)}`,
    'const headers = { authorization: `Bearer ${process.env.ORRERY_SANDBOX_TOKEN}` }',
    '',
  ]
  if (action.kind === 'forward') {
    const address = JSON.stringify(`${api.replace(/^http/, 'ws')}${path}`)
    return [
      "import { WebSocket } from 'ws'",
      '',
      `const tunnel = new WebSocket(${address}, {`,
      '  headers: { authorization: `Bearer ${process.env.ORRERY_SANDBOX_TOKEN}` },',
      '})',
      "tunnel.on('open', () => tunnel.send(Buffer.from('GET / HTTP/1.0\\r\\n\\r\\n')))",
      "tunnel.on('message', (bytes) => process.stdout.write(String(bytes)))",
      '',
    ].join('\n')
  }
  if (action.kind === 'upload') {
    return [
      "import { openAsBlob } from 'node:fs'",
      '',
      ...head,
      'const form = new FormData()',
      `form.set('target_path', ${JSON.stringify(action.path)})`,
      `form.set('sandbox_id', ${JSON.stringify(action.sandboxId)})`,
      "form.set('file', await openAsBlob('local-file'), 'local-file')",
      "const answer = await fetch(`${base}/upload`, { method: 'POST', headers, body: form })",
      'console.log(await answer.json())',
      '',
    ].join('\n')
  }
  const call =
    method === 'GET'
      ? [`const answer = await fetch(base + ${JSON.stringify(path)}, { headers })`]
      : [
          `const answer = await fetch(base + ${JSON.stringify(path)}, {`,
          "  method: 'POST',",
          "  headers: { ...headers, 'content-type': 'application/json' },",
          `  body: JSON.stringify(${JSON.stringify(body)}),`,
          '})',
        ]
  return `${[...head, ...call, 'console.log(await answer.json())'].join('\n')}\n`
}

const LANGUAGES: readonly Language[] = ['curl', 'python', 'typescript']

/** The platform's address for programs. */
function addressOfPlatform(platform: string): string {
  const { connections } = useWorkbench.getState()
  return connections.find(({ id }) => id === platform)?.address ?? 'http://127.0.0.1:8080'
}

/** Menu entries that copy an action's code. */
export function codeEntries(
  t: ReturnType<typeof useText>,
  action: ProgramAction,
  platform: string,
): readonly MenuEntry[] {
  const connection = useWorkbench.getState().connections.find(({ id }) => id === platform)
  const programs = LANGUAGES.map((language) => ({
    label: t(`sandboxes.code.${language}`),
    act: () =>
      void copyText(programFor(action, language, addressOfPlatform(platform), connection?.paths?.sandbox)),
  }))
  return connection?.embedded
    ? [...programs, { label: t('sandboxes.code.token'), apart: true, act: () => void copyToken(platform) }]
    : programs
}

/** Copies a shell line that sets the token for copied programs. Only for platforms whose token is ours. */
async function copyToken(platform: string): Promise<void> {
  const { token } = await workbench.call('connections.token', { id: platform })
  if (token !== null) await copyText(`export ORRERY_SANDBOX_TOKEN=${shellQuote(token)}`)
}

/** A submenu of actions, each in all languages. */
export function codeMenu(
  t: ReturnType<typeof useText>,
  actions: readonly (readonly [label: string, action: ProgramAction])[],
  platform: string,
): MenuEntry {
  return {
    label: t('sandboxes.code'),
    apart: true,
    entries: actions.map(([label, action]) => ({ label, entries: codeEntries(t, action, platform) })),
  }
}

/** A menu button that copies an action as curl, Python or TypeScript. */
export function CopyCode({
  action,
  platform,
}: {
  readonly action: ProgramAction
  readonly platform: string
}) {
  const t = useText()
  return (
    <Menu
      entries={codeEntries(t, action, platform)}
      trigger={
        <Button tone="quiet">
          <CodeXml size={14} aria-hidden />
          {t('sandboxes.code')}
        </Button>
      }
    />
  )
}
