import type { Key } from '../../node/access/keys.ts'
import type { Platform } from '../api/platform.ts'
import { isForRegistry } from '../lifecycle/commits.ts'
import { isSavedInNamespace, savedIn } from '../lifecycle/saved-names.ts'
import { type PlatformError, badRequest } from '../lifecycle/platform-error.ts'
import { type Identity, ANONYMOUS, type SandboxRecord } from '../lifecycle/record.ts'

/** Separates the namespace in ids chosen by its keys. Namespaces contain no double hyphen, so prefixes are unambiguous. */
const ID_SEPARATOR = '--'

/**
 * The platform as a key sees it: sandboxes of other namespaces do not exist. Operations on them are forwarded to an empty platform,
 * so that the response is identical to the one for an unknown id. Admins see everything.
 * @param nothing a platform of the same kind without sandboxes and images
 */
export function platformOf(key: Key, platform: Platform, nothing: Platform): Platform {
  const sees = (record: SandboxRecord | undefined): boolean =>
    record !== undefined && (key.role === 'admin' || record.identity.namespace === key.namespace)
  const at = (id: string): Platform => (sees(platform.sandboxes.find(id)) ? platform : nothing)
  if (key.role === 'admin') return { ...platform, key, sandboxes: sandboxesOf(key, platform, at, sees) }
  const { imageFolder, images, runtime } = platform
  const ours = savedIn(key.namespace)
  const isForeign = (reference: string) => isSavedInNamespace(reference) && !reference.startsWith(ours)
  return {
    ...platform,
    key,
    sandboxes: sandboxesOf(key, platform, at, sees),
    commits: {
      pushers: (record) =>
        isOfEngine(record) && runtime.info.commitsTo !== 'registry'
          ? 'admins'
          : platform.commits.pushers(record),
      begin: (id, tag, login) => {
        // A registry asks for a login itself; what is kept here is kept apart by name.
        if (runtime.info.commitsTo === 'registry') return at(id).commits.begin(id, tag, login, key.namespace)
        if (tag.startsWith(ours)) return at(id).commits.begin(id, tag)
        if (isOfEngine(at(id).sandboxes.find(id)) && hasPort(tag)) throw pushRefusal(tag)
        if (login && isForRegistry(tag)) {
          if (isOfEngine(at(id).sandboxes.find(id))) throw pushRefusal(tag)
          // Under the name that was asked for, this is refused where nothing is pushed.
          return at(id).commits.begin(id, tag, login)
        }
        return at(id).commits.begin(id, ours + tag)
      },
      status: (id) => at(id).commits.status(id),
      ended: (id) => at(id).commits.ended(id),
    },
    images: {
      // Foreign references are looked up in the key's own namespace, where they do not exist.
      resolve: (reference, ...rest) =>
        images.resolve(isForeign(reference) ? ours + reference : reference, ...rest),
      list: async () =>
        (await images.list())
          .filter(({ reference }) => !isForeign(reference))
          .map(({ from_sandbox: from, ...image }) =>
            from !== undefined && sees(platform.sandboxes.find(from))
              ? { ...image, from_sandbox: from }
              : image,
          ),
    },
    imageFolder: {
      problems: [],
      remove: (reference) => {
        const inUse = platform.sandboxes.all().flatMap(({ source }) => source?.layers ?? [])
        return (reference.startsWith(ours) ? imageFolder : nothing.imageFolder).remove(reference, inUse)
      },
    },
  }
}

const isOfEngine = (record: SandboxRecord | undefined): boolean =>
  record?.source?.kind === 'engine' && record.state !== 'deleted'

/** Whether a name begins with a registry's host and port, which no engine takes behind the prefix of a namespace. */
const hasPort = (tag: string): boolean => /^[^/]*:\d+\//.test(tag)

/**
 * An engine pushes only what it also keeps under that name, where every namespace would see it and the name could replace another's image.
 */
const pushRefusal = (tag: string): PlatformError =>
  badRequest(
    `PUSH_NOT_FOR_KEYS: a key cannot push ${JSON.stringify(tag)} to a registry from Docker or Podman; commit under a name without a registry, or ask the server's owner to push`,
  )

function sandboxesOf(
  key: Key,
  { sandboxes }: Platform,
  at: (id: string) => Platform,
  sees: (record: SandboxRecord | undefined) => boolean,
): Platform['sandboxes'] {
  const isAdmin = key.role === 'admin'
  const ours = savedIn(key.namespace)
  const owned = (identity: Identity): Identity => ({
    ...identity,
    // An admin may start in any namespace; the default is the key's own.
    namespace: isAdmin && identity.namespace !== 'default' ? identity.namespace : key.namespace,
    key: key.id,
  })
  const there = (id: string) => at(id).sandboxes
  return {
    start: (request, identity) => {
      const { sandbox_id: id, image } = request
      if (!isAdmin && id && !id.startsWith(key.namespace + ID_SEPARATOR)) {
        throw badRequest(
          `Invalid sandbox_id ${JSON.stringify(id)}: one that is chosen with a key of namespace ${key.namespace} begins with ${JSON.stringify(key.namespace + ID_SEPARATOR)}; leave it out to get a random one`,
        )
      }
      const isForeign = !isAdmin && isSavedInNamespace(image) && !image.startsWith(ours)
      return sandboxes.start(isForeign ? { ...request, image: ours + image } : request, owned(identity))
    },
    openLight: (image, identity) => sandboxes.openLight(image, owned(identity ?? ANONYMOUS)),
    all: () => (isAdmin ? sandboxes.all() : sandboxes.all().filter(sees)),
    get problems() {
      return isAdmin ? sandboxes.problems : []
    },
    find: (id) => there(id).find(id),
    started: (id) => there(id).started(id),
    // A viewer's requests do not extend the deadline.
    touch: (id) => (key.role === 'viewer' ? undefined : there(id).touch(id)),
    use: (id, serve) => there(id).use(id, serve, { isUse: key.role !== 'viewer' }),
    isolateOf: (id) => there(id).isolateOf(id),
    sessionsOf: (id) => there(id).sessionsOf(id),
    stop: (id, notice) => there(id).stop(id, notice),
    delete: (id) => there(id).delete(id),
    restart: (id) => there(id).restart(id, key.id),
    setNetwork: (id, wish) => there(id).setNetwork(id, wish),
    setPaused: (id, isPaused) => there(id).setPaused(id, isPaused),
    setDeadline: (id, deadline) => there(id).setDeadline(id, deadline),
    saved: (id) => there(id).saved(id),
    refresh: (id) => there(id).refresh(id),
    shared: (id) => (id === undefined ? sandboxes : there(id)).shared(id),
  }
}
