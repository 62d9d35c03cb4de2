import { toFailure } from '#shared/workbench/failure.ts'
import { localizeFailure } from '../i18n/text.ts'
import { declarationOf, handlerOf } from './commands.ts'
import { showRemark } from './remark-store.ts'
import { openBench } from './route.ts'

/**
 * Runs a command by id; ignores unknown and disabled ones. Opens the command's bench first. A
 * failure that the command does not show itself is said as a remark. Resolves to whether it ran.
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
  try {
    await handler.run(argument)
  } catch (error) {
    const { code, message } = localizeFailure(toFailure(error))
    if (code !== 'CANCELLED') showRemark({ tone: 'bad', text: message })
  }
  return true
}
