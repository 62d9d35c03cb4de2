import { declarationOf, handlerOf } from './commands.ts'
import { openBench } from './route.ts'

/**
 * Runs a command by id; unknown and disabled ones do nothing. A command of a bench brings the bench to the front first. Resolves to
 * whether it ran.
 */
export async function runCommand(id: string, argument?: string): Promise<boolean> {
  const bench = declarationOf(id)?.bench
  try {
    if (bench !== undefined) await openBench(bench)
  } catch {
    // What cannot be fetched is shown where the bench would be.
    return false
  }
  const handler = handlerOf(id)
  if (!handler || handler.disabled !== undefined) return false
  await handler.run(argument)
  return true
}
