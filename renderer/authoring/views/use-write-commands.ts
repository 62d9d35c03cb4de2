import { useCommandHandlers } from '../../app/commands.ts'
import { ITEM_TYPES, type ItemType } from '../draft/item-types.ts'

interface WriteActions {
  /** Why nothing can be reviewed. */
  readonly blocked: string | undefined
  create(type: ItemType): void
  review(): void
  undo(): void
  redo(): void
}

/** What the commands of the view do. */
export function useWriteCommands({ blocked, create, review, undo, redo }: WriteActions): void {
  useCommandHandlers({
    // The view is already open when its commands run.
    'console.tab.write': () => undefined,
    ...Object.fromEntries(ITEM_TYPES.map((type) => [`writes.new.${type}`, () => create(type)])),
    'writes.undo': undo,
    'writes.redo': redo,
    'writes.review': { run: review, disabled: blocked },
  })
}
