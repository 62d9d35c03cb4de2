import type { IsolateLimits } from '../runtime.ts'
import { amountOf } from './quantity.ts'

/** The used part of a Node object. */
export interface ClusterNode {
  readonly metadata: { readonly name: string }
  readonly status?: { readonly allocatable?: { readonly memory?: string } }
}

/** Compares the memory of a Pod that no node takes with the largest node, since memory is requested in full. Undefined without a node. */
export function roomWords({ memory }: IsolateLimits, nodes: readonly ClusterNode[]): string | undefined {
  const [largest] = nodes
    .flatMap(({ metadata: { name }, status }) => {
      const bytes = amountOf(status?.allocatable?.memory)
      return bytes === undefined ? [] : [{ name, bytes }]
    })
    .toSorted((one, other) => other.bytes - one.bytes)
  if (!largest) return undefined
  const has = `node ${largest.name}, the largest, has ${inGigabytes(largest.bytes)} for all its Pods`
  return memory > largest.bytes
    ? `its memory of ${inGigabytes(memory)} fits no node: ${has}; start it with less memory`
    : `its memory is ${inGigabytes(memory)}, and ${has}; start it with less memory, or stop others`
}

const inGigabytes = (bytes: number): string => `${Math.round((bytes / 1024 ** 3) * 100) / 100} GB`
