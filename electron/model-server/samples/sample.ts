import type { Element } from '#shared/model/element.ts'
import type { EntityChange, RelationChange } from '#shared/model/entity.ts'

/** A model with data to try everything on. */
export interface Sample {
  readonly name: string
  readonly aliases: readonly string[]
  readonly elements: readonly Element[]
  readonly entities: readonly EntityChange[]
  readonly relations: readonly RelationChange[]
}
