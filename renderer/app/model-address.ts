import { useRef } from 'react'
import { text } from '../i18n/text.ts'
import { INSTEAD, useAddress, writeAddress } from './address.ts'
import { showRemark } from './remark-store.ts'
import { chooseConnection, connectionOf, useConnection, useWorkbench } from './workbench.ts'

/**
 * {@link useAddress} for a bench that looks at the chosen model server. The address names that server as well; following an address
 * of another one chooses it first. A bench that `reloads` for another server follows the place once it is `ready` again. `go` may
 * return a sentence about a place that is not here: it is said, and the address says what is shown instead.
 */
export function useModelAddress(
  bench: string,
  shown: readonly (string | undefined)[],
  go: (place: readonly string[]) => string | void | Promise<string | undefined>,
  { ready, reloads }: { readonly ready: boolean; readonly reloads: boolean },
): void {
  const used = useConnection('model')?.id
  /** The server that was chosen for an address and has not arrived yet. */
  const awaited = useRef<string>(undefined)
  useAddress(
    bench,
    shown,
    (place, connection) => {
      if (
        connection !== undefined &&
        connection === awaited.current &&
        connection !== connectionOf('model')?.id
      ) {
        // It never arrived, and the user chose another one: the address is forgotten.
        awaited.current = undefined
        history.replaceState(null, '', writeAddress(bench))
        return true
      }
      awaited.current = undefined
      if (connection !== undefined && choose(connection) && reloads) {
        awaited.current = connection
        return false
      }
      const settle = (missing: string | void): string | undefined => {
        if (typeof missing === 'string') showMissing(missing, connection)
        return typeof missing === 'string' || !isHere(connection) ? INSTEAD : undefined
      }
      const answer = go(place)
      return answer instanceof Promise ? answer.then(settle) : settle(answer)
    },
    ready && used !== undefined,
    used,
  )
}

const isHere = (id: string | undefined): boolean =>
  id === undefined || useWorkbench.getState().connections.some((one) => one.kind === 'model' && one.id === id)

/** Says of an address that its place is not here, and its server if that is not either. */
function showMissing(missing: string, id?: string): void {
  const server = isHere(id) ? [] : [text('app.link.noServer', { id })]
  showRemark({ tone: 'bad', text: [missing, ...server].join(' ') })
}

/** Selects the model server named by an address. @returns whether the selection changed */
function choose(id: string): boolean {
  const used = connectionOf('model')
  if (used?.id === id) return false
  if (!isHere(id)) {
    showRemark({ tone: 'bad', text: text('app.link.otherServer', { id, name: used?.name ?? '' }) })
    return false
  }
  void chooseConnection({ kind: 'model', id })
  return true
}
