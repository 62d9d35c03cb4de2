import { useRef } from 'react'
import { text } from '../i18n/text.ts'
import { useAddress, writeAddress } from './address.ts'
import { showRemark } from './remark-store.ts'
import { chooseConnection, connectionOf, useConnection, useWorkbench } from './workbench.ts'

/**
 * {@link useAddress} for a bench that looks at the chosen model server. The address names that server as well; following an address
 * of another one chooses it first. A bench that `reloads` for another server follows the place once it is `ready` again.
 */
export function useModelAddress(
  bench: string,
  shown: readonly (string | undefined)[],
  go: (place: readonly string[]) => void,
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
      go(place)
      return true
    },
    ready && used !== undefined,
    used,
  )
}

/** Selects the model server named by an address. @returns whether the selection changed */
function choose(id: string): boolean {
  const used = connectionOf('model')
  if (used?.id === id) return false
  const { connections } = useWorkbench.getState()
  if (!connections.some((connection) => connection.kind === 'model' && connection.id === id)) {
    showRemark({ tone: 'bad', text: text('app.link.otherServer', { name: used?.name ?? '' }) })
    return false
  }
  void chooseConnection({ kind: 'model', id })
  return true
}
