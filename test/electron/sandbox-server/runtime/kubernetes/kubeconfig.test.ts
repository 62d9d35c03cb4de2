import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findCluster } from '../../../../../electron/sandbox-server/runtime/kubernetes/kubeconfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file with one user; the cluster's CA is beside it. */
function config(name: string, user: string, more = ''): NodeJS.ProcessEnv {
  const path = join(folder, name)
  writeFileSync(join(folder, 'ca.crt'), 'AUTHORITY')
  writeFileSync(
    path,
    `clusters: [{name: c, cluster: {server: "https://cluster.example:6443/k8s", certificate-authority: ca.crt}}]
users: [{name: u, user: ${user}}]
contexts: [{name: one, context: {cluster: c, user: u, namespace: boxes}}, {name: two, context: {cluster: c, user: u}}]
current-context: one
${more}`,
  )
  return { KUBECONFIG: path }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const answer = (status: string): string =>
  `{exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, args: ['-c', 'echo "$ANSWER"; echo asked >> ${folder}/asked'], env: [{name: ANSWER, value: '{"status":${status}}'}]}}`

test.each([
  ['a token', '{token: abc}', { authorization: 'Bearer abc' }],
  ['a password', '{username: u, password: p}', { authorization: `Basic ${base64('u:p')}` }],
  [
    'a certificate',
    `{client-certificate-data: ${base64('CERT')}, client-key-data: ${base64('KEY')}}`,
    { cert: 'CERT', key: 'KEY' },
  ],
  ['a program', answer('{"token":"made"}'), { authorization: 'Bearer made' }],
  ['nothing', '{}', {}],
])('signs in by %s', async (_, user, credentials) => {
  const cluster = await findCluster({}, config('way', user))
  expect(await cluster.credentials()).toEqual(credentials)
  expect([cluster.url.href, cluster.namespace, cluster.ca]).toEqual([
    'https://cluster.example:6443/k8s',
    'boxes',
    'AUTHORITY',
  ])
})

test('a program is asked again only when its answer has run out', async () => {
  const asked = async (expires: string): Promise<number> => {
    rmSync(join(folder, 'asked'), { force: true })
    const cluster = await findCluster(
      {},
      config('program', answer(`{"token":"t","expirationTimestamp":"${expires}"}`)),
    )
    await cluster.credentials()
    await cluster.credentials()
    const { readFileSync } = process.getBuiltinModule('node:fs')
    return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n').length
  }
  expect(await asked('2999-01-01T00:00:00Z')).toBe(1)
  expect(await asked('2001-01-01T00:00:00Z')).toBe(2)
})

test('of several files the first that names something counts', async () => {
  const first = config('first', '{token: first}')
  const second = config('second', '{token: second}')
  const cluster = await findCluster(
    { context: 'two' },
    { KUBECONFIG: `${first['KUBECONFIG']}:${second['KUBECONFIG']}` },
  )
  expect(await cluster.credentials()).toEqual({ authorization: 'Bearer first' })
  expect(cluster.namespace).toBe('default')
})

const inside = { KUBECONFIG: join(folder, 'nowhere'), KUBERNETES_SERVICE_HOST: '10.96.0.1' }

test('in a Pod its service account signs in, with the token that its file has at that moment', async () => {
  const account = mkdtempSync(join(folder, 'account-'))
  for (const [name, text] of [
    ['token', 'first\n'],
    ['namespace', 'boxes\n'],
    ['ca.crt', 'AUTHORITY'],
  ] as const)
    writeFileSync(join(account, name), text)
  const cluster = await findCluster({}, inside, account)
  expect([cluster.url.href, cluster.namespace, cluster.ca, cluster.isChecked]).toEqual([
    'https://10.96.0.1/',
    'boxes',
    'AUTHORITY',
    true,
  ])
  expect(await cluster.credentials()).toEqual({ authorization: 'Bearer first' })
  writeFileSync(join(account, 'token'), 'second')
  expect(await cluster.credentials()).toEqual({ authorization: 'Bearer second' })
  const other = { ...inside, KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' }
  const six = await findCluster({ namespace: 'mine' }, other, account)
  expect([six.url.href, six.namespace]).toEqual(['https://[fd00::1]:6443/', 'mine'])
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'a Pod without a service account',
    () => findCluster({}, inside, join(folder, 'nowhere')),
    /this Pod has no service account to sign in with \(ENOENT.*\): set automountServiceAccountToken/,
  ],
  [
    'no file',
    () => findCluster({}, { KUBECONFIG: join(folder, 'nowhere') }),
    /no cluster is known: there is no .*nowhere; set KUBECONFIG/,
  ],
  ['no context', () => findCluster({ context: 'three' }, config('c', '{}')), /has no context three/],
  [
    'a way that was given up',
    () => findCluster({}, config('old', '{auth-provider: {name: gcp}}')),
    /auth provider gcp, which Kubernetes gave up/,
  ],
  [
    'a program that is not there',
    async () =>
      (
        await findCluster(
          {},
          config('absent', '{exec: {apiVersion: v1, command: no-such-program, installHint: get it}}'),
        )
      ).credentials(),
    /no-such-program, which signs in to the cluster, failed: .*: get it/,
  ],
  ['what is no kubeconfig', () => findCluster({}, config('bad', '[', '')), /is no kubeconfig/],
])('says of %s', async (_, act, words) => {
  await expect(act()).rejects.toThrow(words)
})
