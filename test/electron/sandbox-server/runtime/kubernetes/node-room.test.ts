import { expect, test } from 'vitest'
import { roomWords } from '../../../../../electron/sandbox-server/runtime/kubernetes/node-room.ts'

const limits = { cpus: 2, memory: 8 * 1024 ** 3, disk: Infinity, processes: 10 }
const node = (name: string, memory?: string) => ({
  metadata: { name },
  status: { allocatable: memory === undefined ? {} : { memory } },
})

test.each<[string, ReturnType<typeof node>[], string | undefined]>([
  [
    'the largest node is too small',
    [node('a', '3Gi'), node('b', '4194304Ki'), node('c', '2000M')],
    'its memory of 8 GB fits no node: node b, the largest, has 4 GB for all its Pods; start it with less memory',
  ],
  [
    'it is large enough, but not free',
    [node('a', '24684092Ki')],
    'its memory is 8 GB, and node a, the largest, has 23.54 GB for all its Pods; start it with less memory, or stop others',
  ],
  ['a node says nothing that is understood', [node('a'), node('b', 'much')], undefined],
  ['no node is seen', [], undefined],
])('where %s, it says so', (_, nodes, words) => {
  expect(roomWords(limits, nodes)).toBe(words)
})
