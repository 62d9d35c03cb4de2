import { expect, test } from 'vitest'
import { AgentSandboxes } from '../../../../../electron/sandbox-server/runtime/kubernetes/agent-sandboxes.ts'
import { placeOf } from './api-double.ts'

const GROUP = '/apis/agents.x-k8s.io'
const INSTALLED = {
  [`GET ${GROUP}`]: { preferredVersion: { version: 'v1beta1' } },
  [`GET ${GROUP}/v1beta1`]: { resources: [{ name: 'sandboxes' }, { name: 'sandboxes/status' }] },
}
const ROOT = `${GROUP}/v1beta1/namespaces/n/sandboxes`

test.each<[string, Readonly<Record<string, object>>, string | undefined]>([
  ['its group is unknown', {}, undefined],
  [
    'only other kinds of its group are',
    { ...INSTALLED, [`GET ${GROUP}/v1beta1`]: { resources: [{ name: 'claims' }] } },
    undefined,
  ],
  ['its sandboxes are known, in the version that the cluster prefers', INSTALLED, 'v1beta1'],
])('is found where %s: %s', async (_, answers, version) => {
  const { place } = await placeOf(answers)
  expect((await AgentSandboxes.find(place))?.version).toBe(version)
})

test.each([true, false])('asks whether the account may make sandboxes: %s', async (allowed) => {
  const review = { status: { allowed } }
  const path = 'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const { place, sent } = await placeOf({ ...INSTALLED, [path]: review })
  expect(await (await AgentSandboxes.find(place))?.isAllowed()).toBe(allowed)
  expect(sent).toMatchObject([
    { spec: { resourceAttributes: { namespace: 'n', verb: 'create', resource: 'sandboxes' } } },
  ])
})

test('makes a Sandbox of a Pod, with the labels on both and the owner on the Sandbox', async () => {
  const { place, sent } = await placeOf({ ...INSTALLED, [`POST ${ROOT}`]: {} })
  const owners = [{ apiVersion: 'v1', kind: 'Secret', name: 'r', uid: 'u' }]
  const metadata = { name: 'orrery-o-a', labels: { a: 'b' }, ownerReferences: owners }
  await (await AgentSandboxes.find(place))?.create('a', { metadata, spec: { containers: [] } })
  expect(sent).toEqual([
    {
      apiVersion: 'agents.x-k8s.io/v1beta1',
      kind: 'Sandbox',
      metadata: { ...metadata, annotations: { 'orrery.id': 'a' } },
      spec: {
        podTemplate: {
          metadata: { labels: { a: 'b' }, annotations: { 'orrery.id': 'a' } },
          spec: { containers: [] },
        },
      },
    },
  ])
})

test.each([
  ['o', 'short', /^orrery-o-short$/],
  ['o'.repeat(32), 'a'.repeat(32), /^orrery-[0-9a-f]{20}$/],
])('gives names that a Service can have: owner %s', async (owner, id, name) => {
  const { place } = await placeOf(INSTALLED, owner)
  expect((await AgentSandboxes.find(place))?.nameOf(id)).toMatch(name)
})

test.each([
  [
    'the controller’s words',
    [{ type: 'Ready', status: 'False', message: 'exceeded quota' }],
    'exceeded quota',
  ],
  ['that it may not run', [], 'look whether its controller runs'],
])('says why there is no Pod: %s', async (_, conditions, words) => {
  const { place } = await placeOf({ ...INSTALLED, [`GET ${ROOT}/orrery-o-a`]: { status: { conditions } } })
  expect(await (await AgentSandboxes.find(place))?.trouble('a')).toBe(`agent-sandbox made no Pod: ${words}`)
})

test('deletes the one that is meant, and minds none that is gone', async () => {
  const { place, sent } = await placeOf(INSTALLED)
  await (await AgentSandboxes.find(place))?.release({ name: 'a', uid: 'uid-1' })
  expect(sent).toEqual([{ preconditions: { uid: 'uid-1' } }])
})
