import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { METHOD_NOT_FOUND } from './protocol.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'

/** Maximum pages fetched of a list; an endless list is truncated, which is reported. */
const MAX_PAGES = 50

export interface Listing<T> {
  readonly items: readonly T[]
  readonly loading: boolean
  readonly error: string | undefined
  /** Whether the server had more pages. */
  readonly cut: boolean
  reload(): void
}

interface State<T> {
  /** The connection of the list. */
  readonly connection: string
  readonly items: readonly T[]
  readonly loading: boolean
  readonly error: string | undefined
  readonly cut: boolean
}

/** Fetches all pages of a `…/list` method; items that do not match the schema are dropped. */
export async function fetchListing<T>(
  connection: string,
  method: string,
  member: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<{ items: T[]; cut: boolean; error?: string }> {
  const items: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = { cursor }
    const { result, error } = await workbench.call(
      'console.request',
      { connection, method, params },
      { signal },
    )
    // The server does not support this type, which is not a failure.
    if (error?.code === METHOD_NOT_FOUND) return { items, cut: false }
    if (error) return { items, cut: false, error: `${error.code}: ${error.message}` }
    const listed = z.array(z.unknown()).safeParse(result?.[member])
    for (const item of listed.success ? listed.data : []) {
      const parsed = schema.safeParse(item)
      if (parsed.success) items.push(parsed.data)
    }
    cursor = typeof result?.['nextCursor'] === 'string' ? result['nextCursor'] : undefined
    if (cursor === undefined) return { items, cut: false }
  }
  return { items, cut: true }
}

const unread = (connection: string) => ({
  connection,
  items: [],
  loading: true,
  error: undefined,
  cut: false,
})

/** {@link fetchListing} as a hook; refetched on list change notifications and reconnects. */
export function useListing<T>(
  connection: string,
  method: string,
  member: string,
  schema: z.ZodType<T>,
): Listing<T> {
  const [state, setState] = useState<State<T>>(unread(connection))
  const [round, setRound] = useState(0)
  const since = useWorkbench((s) => s.connections.find(({ id }) => id === connection)?.since)
  const ready = useWorkbench((s) => s.connections.find(({ id }) => id === connection)?.state === 'ready')
  const reload = useCallback(() => setRound((n) => n + 1), [])

  useEffect(() => {
    if (!ready) return undefined
    const controller = new AbortController()
    setState((before) =>
      before.connection === connection ? { ...before, loading: true } : unread(connection),
    )
    fetchListing(connection, method, member, schema, controller.signal).then(
      ({ items, cut, error }) => setState({ connection, items, cut, error, loading: false }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState({ ...unread(connection), loading: false, error: String(error) })
      },
    )
    return () => controller.abort()
  }, [connection, method, member, schema, round, since, ready])

  useEffect(
    () =>
      workbench.on('console.notified', (note) => {
        if (
          note.connection === connection &&
          note.method === `notifications/${method.split('/')[0]}/list_changed`
        )
          reload()
      }),
    [connection, method, reload],
  )
  // A list of the previous connection must not be shown, not even until the next one is fetched.
  return { ...(state.connection === connection ? state : unread(connection)), reload }
}
