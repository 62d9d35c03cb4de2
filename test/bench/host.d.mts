/** See host.mjs. */
export function withProgram<T>(args: readonly string[], use: (address: string) => Promise<T>): Promise<T>
export function withHost<T>(
  options: { prepare?: (data: string) => Promise<void>; dist?: string },
  use: (address: string) => Promise<T>,
): Promise<T>
