import { useEffect, useMemo, useRef } from 'react'
import { type Command, useCommands } from '../../app/commands.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { ITEM_TYPES, type ItemType } from '../draft/draft.ts'

const REVIEW = 'writes.review'

interface WriteActions {
  /** Why nothing can be reviewed. */
  readonly blocked: string | undefined
  create(type: ItemType): void
  review(): void
  undo(): void
  redo(): void
}

/** A command before it knows the view that it acts on. */
type Declared = Omit<Command, 'run'> & { act(actions: WriteActions): void }

function declare(t: Text): Declared[] {
  // Its keys are its own only while its bench is in front.
  const common = { group: t('console.tab.write'), bench: 'console' }
  return [
    ...ITEM_TYPES.map((type) => ({
      ...common,
      id: `writes.new.${type}`,
      title: t('writes.newOne', { type: t(`writes.type.${type}`) }),
      act: ({ create }: WriteActions) => create(type),
    })),
    { ...common, id: 'writes.undo', title: t('writes.undo'), act: ({ undo }) => undo() },
    { ...common, id: 'writes.redo', title: t('writes.redo'), act: ({ redo }) => redo() },
    { ...common, id: REVIEW, title: t('writes.review'), act: ({ review }) => review() },
  ]
}

/** The commands of the view before it is there, for the list of keys. */
export const declaredCommands = (t: Text): Command[] =>
  declare(t).map((command) => ({ ...command, run: () => undefined }))

/** Everything the view can do, in the palette for as long as it is open. */
export function useWriteCommands(actions: WriteActions): void {
  const t = useText()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const { blocked } = actions
  const commands = useMemo(
    () =>
      declare(t).map(({ act, ...command }): Command => ({
        ...command,
        ...(command.id === REVIEW && blocked !== undefined ? { disabled: blocked } : {}),
        run: () => act(latest.current),
      })),
    [t, blocked],
  )
  useCommands(commands)
}
