/** Names of tools that change a model or its entities, with the prefix of any server. */
const WRITING = /(?:^|_)(?:import|write|expire|delete)$/

/** The tool that a call changes data with; undefined if it only reads. */
export const writingTool = (
  method: string,
  { name }: Readonly<Record<string, unknown>>,
): string | undefined =>
  method === 'tools/call' && typeof name === 'string' && WRITING.test(name) ? name : undefined

/** Whether a call changed the server's data. A partly failed write may have. */
export const isWrite = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  result: unknown,
): boolean =>
  writingTool(method, params) !== undefined && (result as { isError?: unknown } | undefined)?.isError !== true
