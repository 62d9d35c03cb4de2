import { useCommandHandlers } from '../../app/commands.ts'
import { ITEM_TYPES, type ItemType } from '#shared/documents/authoring.ts'

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
    ...Object.fromEntries(ITEM_TYPES.map((type) => [`authoring.new.${type}`, () => create(type)])),
    'authoring.undo': undo,
    'authoring.redo': redo,
    'authoring.review': { run: review, disabled: blocked },
  })
}
