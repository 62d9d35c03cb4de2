/** Names of tools that change a model or its entities, with the prefix of any server. */
const WRITING = /(?:^|_)(?:import|write|expire|delete)$/

/** Whether a call changed the server's data. A partly failed write may have. */
export const isWrite = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  result: unknown,
): boolean =>
  method === 'tools/call' &&
  WRITING.test(String(params['name'])) &&
  (result as { isError?: unknown } | undefined)?.isError !== true
