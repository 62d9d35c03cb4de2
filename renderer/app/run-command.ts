import { toFailure } from '#shared/workbench/failure.ts'
import { localizeFailure } from '../i18n/text.ts'
import { type CommandHandler, declarationOf, handlerOf } from './commands.ts'
import { showRemark } from './remark-store.ts'
import { openBench } from './route.ts'

/**
 * Runs a command by id; ignores unknown and disabled ones. Opens the command's bench first, unless it leads to others. A
 * failure that the command does not show itself is said as a remark. Resolves to whether it ran.
 */
export async function runCommand(id: string, argument?: string): Promise<boolean> {
  const { bench, load } = declarationOf(id) ?? {}
  const isNew = handlerOf(id) === undefined
  let run: CommandHandler['run'] | undefined
  try {
    if (load) run = await load()
    else if (bench !== undefined) await openBench(bench)
  } catch {
    // A load error is shown in the bench's place.
    return false
  }
  const handler: CommandHandler | undefined = run ? { run } : handlerOf(id)
  // Of one whose bench was not open the palette could not say it.
  if (isNew && handler?.disabled !== undefined) showRemark({ tone: 'info', text: handler.disabled })
  if (!handler || handler.disabled !== undefined) return false
  try {
    await handler.run(argument)
  } catch (error) {
    const { code, message } = localizeFailure(toFailure(error))
    if (code !== 'CANCELLED') showRemark({ tone: 'bad', text: message })
  }
  return true
}
