import { incident } from './incident.ts'
import { quickstart } from './quickstart.ts'
import type { Sample } from './sample.ts'

/** Samples by name; built when asked for. */
const samples: readonly { readonly names: readonly string[]; readonly build: () => Sample }[] = [
  { names: ['multi-domain-quickstart', 'quickstart', 'quickstart-multidomain'], build: quickstart },
  { names: ['incident-investigation', 'incident', 'incident-inv', 'payment-gateway-demo'], build: incident },
]

/** The names by which samples are known, aliases left out. */
export function sampleNames(): string[] {
  return samples.flatMap(({ names }) => names[0] ?? [])
}

/** A way to build the sample of a name or alias; undefined when there is none. */
export function findSample(name: string): (() => Sample) | undefined {
  return samples.find(({ names }) => names.includes(name))?.build
}
