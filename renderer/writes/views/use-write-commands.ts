import { useEffect, useMemo, useRef } from 'react'
import { useCommands } from '../../app/commands.ts'
import { useText } from '../../app/i18n/text.ts'
import { ITEM_TYPES, type ItemType } from '../draft/draft.ts'

interface WriteActions {
  /** Why nothing can be reviewed. */
  readonly blocked: string | undefined
  create(type: ItemType): void
  review(): void
  undo(): void
  redo(): void
}

/** Everything the view can do, in the palette for as long as it is open. */
export function useWriteCommands(actions: WriteActions): void {
  const t = useText()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const { blocked } = actions
  const commands = useMemo(() => {
    const group = t('console.tab.write')
    return [
      ...ITEM_TYPES.map((type) => ({
        id: `writes.new.${type}`,
        title: t('writes.newOne', { type: t(`writes.type.${type}`) }),
        group,
        run: () => latest.current.create(type),
      })),
      { id: 'writes.undo', title: t('writes.undo'), group, run: () => latest.current.undo() },
      { id: 'writes.redo', title: t('writes.redo'), group, run: () => latest.current.redo() },
      {
        id: 'writes.review',
        title: t('writes.review'),
        group,
        run: () => latest.current.review(),
        ...(blocked === undefined ? {} : { disabled: blocked }),
      },
    ]
  }, [t, blocked])
  useCommands(commands)
}
