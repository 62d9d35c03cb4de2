import { documentKind, logKind } from '#shared/documents/index.ts'
import type { DocumentKind, LogRef, Ref } from '#shared/documents/define.ts'
import type { AreaHandlers, WorkbenchEmitTo } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import type { Documents, Listener } from './documents.ts'
import type { LogListener, Logs } from './logs.ts'

/** What a page is subscribed to, until it unsubscribes or disconnects. */
interface Follower {
  readonly onChange: Listener
  readonly onAppend: LogListener
  readonly documents: Map<string, Ref>
  readonly collections: Set<string>
  readonly logs: Map<string, LogRef>
}

const keyOf = ({ collection, id }: LogRef): string => `${collection}/${id ?? ''}`

function kindOf(collection: string, id?: string): DocumentKind<unknown> {
  const kind = documentKind(collection, id)
  if (!kind)
    throw workbenchError('UNKNOWN_DOCUMENT', { name: id === undefined ? collection : `${collection}/${id}` })
  return kind
}

function checkedLog({ collection, id }: LogRef): NonNullable<ReturnType<typeof logKind>> {
  const kind = logKind(collection)
  if (!kind || kind.single !== (id === undefined))
    throw workbenchError('UNKNOWN_DOCUMENT', { name: collection })
  return kind
}

/**
 * The document and log procedures of a page. Only declared kinds can be reached, and only with values that match their
 * schemas.
 */
export function documentCalls(
  documents: Documents,
  logs: Logs,
  emitTo: WorkbenchEmitTo,
): AreaHandlers<'documents'> {
  const followers = new Map<Channel, Follower>()

  function followerOf(channel: Channel): Follower {
    const known = followers.get(channel)
    if (known) return known
    const follower: Follower = {
      onChange: (ref, { base, version, edit }) =>
        emitTo(channel, 'documents.changed', { ...ref, base, version, edit: [...edit] }),
      onAppend: (ref, record) => emitTo(channel, 'documents.appended', { ...ref, record }),
      documents: new Map(),
      collections: new Set(),
      logs: new Map(),
    }
    followers.set(channel, follower)
    channel.onClose(() => {
      followers.delete(channel)
      for (const ref of follower.documents.values()) void documents.unfollow(ref, follower.onChange)
      for (const collection of follower.collections)
        void documents.unfollowCollection(collection, follower.onChange)
      for (const ref of follower.logs.values()) void logs.unfollow(ref, follower.onAppend)
    })
    return follower
  }

  return {
    async open(ref, { channel }) {
      const kind = kindOf(ref.collection, ref.id)
      const follower = followerOf(channel)
      follower.documents.set(keyOf(ref), ref)
      const { value, version, recent } = await documents.follow(kind, ref, follower.onChange)
      return { value, version, recent: [...recent] }
    },
    async close(ref, { channel }) {
      const follower = followerOf(channel)
      follower.documents.delete(keyOf(ref))
      await documents.unfollow(ref, follower.onChange)
      return null
    },
    async list({ collection }, { channel }) {
      const kind = kindOf(collection)
      const follower = followerOf(channel)
      follower.collections.add(collection)
      const listed = await documents.list(kind, follower.onChange)
      return listed.map(({ recent, ...state }) => ({ ...state, recent: [...recent] }))
    },
    async change({ base, version, edit, ...ref }) {
      const now = await documents.change(kindOf(ref.collection, ref.id), ref, { base, version, edit })
      if (!now) return { accepted: true }
      return { accepted: false, value: now.value, version: now.version, recent: [...now.recent] }
    },
    async openLog({ limit, ...ref }, { channel }) {
      checkedLog(ref)
      const follower = followerOf(channel)
      follower.logs.set(keyOf(ref), ref)
      const records = await logs.follow(ref, follower.onAppend)
      return { records: limit === 0 ? [] : records.slice(-limit), length: records.at(-1)?.sequence ?? 0 }
    },
    async closeLog(ref, { channel }) {
      const follower = followerOf(channel)
      follower.logs.delete(keyOf(ref))
      await logs.unfollow(ref, follower.onAppend)
      return null
    },
    readLog({ limit, before, search, ...ref }) {
      checkedLog(ref)
      return logs.read(ref, { limit, before, search })
    },
    async append({ entry, after, ...ref }) {
      checkedLog(ref).entry.parse(entry)
      const { sequence } = await logs.append(ref, entry, after)
      return { sequence }
    },
  }
}
