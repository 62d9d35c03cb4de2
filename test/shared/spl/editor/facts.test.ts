import { describe, expect, it } from 'vitest'
import { METHODS } from '#shared/spl/editor/facts.ts'
import { EXPRESSION_FUNCTIONS } from '#shared/spl/editor/functions.ts'
import { ENTITY_METHODS } from '../../../../electron/model-server/query/entity-call/methods.ts'
import { EXTEND_FUNCTIONS } from '../../../../electron/model-server/query/stages/extend.ts'

describe('what the editor offers is what the server has', () => {
  it('methods with their parameters', () => {
    const shape = (
      methods: readonly { name: string; parameters: readonly { name: string; type: string }[] }[],
    ) => methods.map(({ name, parameters }) => [name, parameters.map((each) => `${each.name}: ${each.type}`)])
    expect(shape(METHODS)).toEqual(shape(ENTITY_METHODS))
  })

  it('functions of expressions', () => {
    expect(EXPRESSION_FUNCTIONS.map(({ name }) => name).sort()).toEqual([...EXTEND_FUNCTIONS].sort())
  })
})
