import { declarationOf, handlerOf } from './commands.ts'
import { openBench } from './route.ts'

/**
 * Runs a command by id; ignores unknown and disabled ones. Opens the command's bench first. Resolves to
 * whether it ran.
 */
export async function runCommand(id: string, argument?: string): Promise<boolean> {
  const bench = declarationOf(id)?.bench
  try {
    if (bench !== undefined) await openBench(bench)
  } catch {
    // A load error is shown in the bench's place.
    return false
  }
  const handler = handlerOf(id)
  if (!handler || handler.disabled !== undefined) return false
  await handler.run(argument)
  return true
}
