import { StoreError } from '../store.ts'
import { keyOf } from './columns.ts'
import { type StatementRow, textIn } from './database.ts'

/**
 * Refuses two records with one key: another program must have written them without our rules, and choosing
 * one would lose the other.
 *
 * @throws StoreError CONFLICT naming the key
 */
export function refuseDuplicates(rows: readonly StatementRow[]): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const uid = textIn(row, 'uid')
    if (seen.has(uid)) {
      throw new StoreError(
        'CONFLICT',
        'The database holds one key twice; stop other writers and remove the copy.',
        { key: keyOf(uid) },
      )
    }
    seen.add(uid)
  }
}
