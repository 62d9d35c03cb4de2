import { expect, test } from 'vitest'
import { SandboxClaims } from '../../../../../electron/sandbox-server/runtime/kubernetes/sandbox-claims.ts'
import type { IsolatePlan } from '../../../../../electron/sandbox-server/runtime/runtime.ts'
import { placeOf } from './api-double.ts'

const GROUP = '/apis/extensions.agents.x-k8s.io'
const REVIEW = 'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
type Answers = Readonly<Record<string, object>>

const rootOf = (version: string) => `${GROUP}/${version}/namespaces/n`
const installed = (version: string, allowed = true): Answers => ({
  [`GET ${GROUP}`]: { preferredVersion: { version } },
  [`GET ${GROUP}/${version}`]: { resources: [{ name: 'sandboxclaims' }] },
  [REVIEW]: { status: { allowed } },
})
const LIMITS = { cpu: '500m', memory: '1Gi', 'ephemeral-storage': '10Gi' }
const template = (container: object = {}, more: object = {}) => {
  const containers = [{ name: 'main', image: 'debian:12', resources: { limits: LIMITS }, ...container }]
  return { spec: { podTemplate: { spec: { containers, ...more } } } }
}
const POOLS = {
  items: [
    { metadata: { name: 'other' }, spec: { sandboxTemplateRef: { name: 'large' } } },
    { metadata: { name: 'ready' }, spec: { sandboxTemplateRef: { name: 'small' } } },
  ],
}
const whole = (version: string, found: object = template(), pools: object = POOLS): Answers => ({
  ...installed(version),
  [`GET ${rootOf(version)}/sandboxtemplates/small`]: found,
  [`GET ${rootOf(version)}/sandboxwarmpools`]: pools,
  [`POST ${rootOf(version)}/sandboxclaims`]: { metadata: { name: 'x', uid: 'uid-1' } },
})
const find = async (answers: Answers, more: object = {}) =>
  SandboxClaims.find((await placeOf(answers)).place, { template: 'small', ...more })

const plan: IsolatePlan = {
  id: 'a',
  folder: '',
  image: { kind: 'engine', layers: [], reference: 'debian:12', env: {} },
  limits: { cpus: 0.5, memory: 1024 ** 3, disk: 10 * 1024 ** 3, processes: 100 },
  network: { mode: 'own', hosts: [] },
}

test.each<[string, object, object]>([
  ['v1alpha1', { sandboxTemplateRef: { name: 'small' } }, POOLS],
  ['v1beta1', { warmPoolRef: { name: 'ready' } }, POOLS],
])('a claim of %s names %j', async (version, spec, pools) => {
  const { place, sent } = await placeOf(whole(version, template(), pools))
  const claims = await SandboxClaims.find(place, { template: 'small' })
  expect(claims?.template).toEqual({
    image: 'debian:12',
    limits: { cpus: 0.5, memory: 1024 ** 3, disk: 10 * 1024 ** 3 },
  })
  const owners = [{ kind: 'Secret', name: 'r', uid: 'u' }]
  expect(await claims?.create('a', { l: 'v' }, owners)).toBe('uid-1')
  expect(sent.at(-1)).toEqual({
    apiVersion: `extensions.agents.x-k8s.io/${version}`,
    kind: 'SandboxClaim',
    metadata: {
      name: 'orrery-o-a',
      labels: { l: 'v' },
      annotations: { 'orrery.id': 'a' },
      ownerReferences: owners,
    },
    spec,
  })
})

test.each<[string, Answers, object, string]>([
  ['the cluster has no agent-sandbox', {}, {}, 'agent-sandbox with its extensions is not installed'],
  ['the account may not', installed('v1alpha1', false), {}, 'this account may not make sandboxclaims'],
  ['it is not there', installed('v1alpha1'), {}, 'the namespace n has no such SandboxTemplate'],
  ['it has no container', whole('v1alpha1', {}), {}, 'it has 0 containers'],
  [
    'it has no image',
    whole('v1alpha1', template({ image: undefined })),
    {},
    'a sandbox is one with an image',
  ],
  [
    'a limit is no amount',
    whole('v1alpha1', template({ resources: { limits: { ...LIMITS, cpu: 'much' } } })),
    {},
    'its container needs limits of cpu, memory and ephemeral-storage',
  ],
  [
    'its class is another',
    whole('v1alpha1', template({}, { runtimeClassName: 'kata' })),
    { runtimeClass: 'gvisor' },
    'its runtime class is kata, and --runtime-class gvisor',
  ],
  [
    'its version claims pools',
    whole('v1beta1', template(), { items: [] }),
    {},
    'a claim names a SandboxWarmPool',
  ],
])('a template is refused where %s', async (_, answers, more, words) => {
  await expect(find(answers, more)).rejects.toThrow(`--kube-template small cannot be claimed: `)
  await expect(find(answers, more)).rejects.toThrow(words)
})

test.each<[string, Partial<IsolatePlan>, boolean]>([
  ['nothing else', {}, true],
  ['more processes', { limits: { ...plan.limits, processes: 9999 } }, true],
  ['another image', { image: { ...plan.image, reference: 'debian:11' } }, false],
  ['fewer processors', { limits: { ...plan.limits, cpus: 0.25 } }, false],
  ['more memory', { limits: { ...plan.limits, memory: 2 * 1024 ** 3 } }, false],
  ['less disk', { limits: { ...plan.limits, disk: 1024 ** 3 } }, false],
  ['no network', { network: { mode: 'none', hosts: [] } }, false],
  ['a login', { login: { username: 'u', password: 'p' } }, false],
  ['a new pull', { pull: 'always' }, false],
  ['a platform', { platform: 'linux/arm64' }, false],
])('a start that wants %s', async (_, more, isClaimed) => {
  expect(await (await find(whole('v1alpha1')))?.fits({ ...plan, ...more })).toBe(isClaimed)
})

test('without a template nothing is claimed, but claims are known', async () => {
  const { place } = await placeOf({
    ...installed('v1alpha1'),
    [`GET ${rootOf('v1alpha1')}/sandboxclaims?labelSelector=orrery.owner%3Do`]: {
      items: [
        { metadata: { name: 'x', labels: { 'orrery.sandbox': 'a' }, annotations: { 'orrery.id': 'a' } } },
        { metadata: { name: 'y' } },
      ],
    },
  })
  const claims = await SandboxClaims.find(place, {})
  expect(await claims?.fits(plan)).toBe(false)
  expect(await claims?.list()).toEqual([{ id: 'a', label: 'a' }])
})

/** The answers for a claim and its Pod, by the status of the one and the container of the other. */
const claimed = (status: object, container: object = {}): Answers => {
  const owner = { kind: 'Sandbox', name: 'sandbox-1', uid: 's' }
  const [main] = template(container).spec.podTemplate.spec.containers
  const podOf = (name: string, more: object) => ({
    metadata: { name, ...more },
    spec: { containers: [main] },
  })
  return {
    ...whole('v1alpha1'),
    [`GET ${rootOf('v1alpha1')}/sandboxclaims/orrery-o-a`]: { metadata: { name: 'orrery-o-a' }, status },
    ['GET /api/v1/namespaces/n/pods?labelSelector=agents.x-k8s.io%2Fsandbox-name-hash']: {
      items: [
        podOf('other', { ownerReferences: [{ ...owner, name: 'sandbox-2' }] }),
        podOf('ending', { ownerReferences: [owner], deletionTimestamp: 'now' }),
        podOf('ready-1', { ownerReferences: [owner] }),
      ],
    },
  }
}

test.each([{ sandbox: { name: 'sandbox-1' } }, { sandbox: { Name: 'sandbox-1' } }])(
  'the Pod is that of the Sandbox in the status %j',
  async (status) => {
    const claims = await find(claimed(status))
    expect((await claims?.pod(plan, 0))?.metadata.name).toBe('ready-1')
  },
)

test.each<[string, Answers, string]>([
  [
    'the controller’s words',
    claimed({ conditions: [{ type: 'Ready', status: 'False', message: 'no quota' }] }),
    'agent-sandbox made no Pod: no quota',
  ],
  ['that it may not run', claimed({}), 'look whether its controller runs'],
  [
    'that its warm Pod is old',
    claimed({ sandbox: { name: 'sandbox-1' } }, { image: 'debian:11' }),
    'gave one of another image or with other limits than SandboxTemplate small has',
  ],
])('a claim without a Pod says %s', async (_, answers, words) => {
  const claims = await find(answers)
  await expect(claims?.pod(plan, -1)).rejects.toThrow(words)
})
