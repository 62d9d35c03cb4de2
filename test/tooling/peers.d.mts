/** Why a file of a report has no tests. */
export function reasonWithoutTests(counts: {
  numTotalTests?: number
  testResults?: { message?: string }[]
}): string | undefined

/** Runs in a process group of its own, which is ended as a whole when the time, in minutes, is up. */
export function runWithin(
  program: string,
  args: string[],
  env: Record<string, string>,
  limit: number,
): Promise<{ ok: boolean; seconds: number; late: boolean }>
