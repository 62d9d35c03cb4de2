import { parseThousandths } from '#shared/sandbox/cpus.ts'

const SUFFIXES: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
}

/** The number of a Kubernetes quantity such as `24684092Ki` bytes or `500m` processors; undefined for what is none. */
export function amountOf(quantity = ''): number | undefined {
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]{0,2})$/.exec(quantity) ?? []
  const factor = SUFFIXES[suffix]
  return digits === '' || factor === undefined ? parseThousandths(quantity) : Number(digits) * factor
}
