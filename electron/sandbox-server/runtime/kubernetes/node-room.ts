import type { IsolateLimits } from '../runtime.ts'

/** The used part of a Node object. */
export interface ClusterNode {
  readonly metadata: { readonly name: string }
  readonly status?: { readonly allocatable?: { readonly memory?: string } }
}

const SUFFIXES: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
}

/** Bytes of a Kubernetes quantity such as `24684092Ki`; undefined for what is none. */
function bytesOf(quantity = ''): number | undefined {
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]{0,2})$/.exec(quantity) ?? []
  const factor = SUFFIXES[suffix]
  return digits === '' || factor === undefined ? undefined : Number(digits) * factor
}

/** Compares the memory of a Pod that no node takes with the largest node, since memory is requested in full. Undefined without a node. */
export function roomWords({ memory }: IsolateLimits, nodes: readonly ClusterNode[]): string | undefined {
  const [largest] = nodes
    .flatMap(({ metadata: { name }, status }) => {
      const bytes = bytesOf(status?.allocatable?.memory)
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
