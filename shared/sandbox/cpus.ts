/** Processors in Kubernetes' thousandths: `500m` is 0.5; undefined for any other notation. */
export function parseThousandths(text: string): number | undefined {
  const [, digits] = /^(\d+(?:\.\d+)?)m$/.exec(text) ?? []
  // Divided, since 700 times 0.001 is not 0.7 in floating point.
  return digits === undefined ? undefined : Number(digits) / 1000
}
