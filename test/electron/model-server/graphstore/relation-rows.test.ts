import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { relationKey } from '#shared/model/entity.ts'
import { relationHash } from '../../../../electron/model-server/graphstore/ladybug/relation-rows.ts'
import { uidOf } from '../../../../electron/model-server/graphstore/remote/columns.ts'

const anyKey = fc.record({ domain: fc.string(), type: fc.string(), id: fc.string({ unit: 'binary' }) })

it('finds a relation by the first 128 bits of the hash of its key', () => {
  fc.assert(
    fc.property(fc.string(), anyKey, fc.string(), anyKey, (workspace, src, type, dest) => {
      const bytes = createHash('sha256')
        .update(uidOf(workspace, relationKey({ src, type, dest })))
        .digest()
      expect(relationHash(workspace, { src, type, dest })).toBe(bytes.subarray(0, 16).toString('base64url'))
    }),
    { numRuns: 1_000 },
  )
})
