import { namesRegistry, type Pushers } from '#shared/sandbox/image-reference.ts'
import { type RegistryLogin, type Runtime, RuntimeFailure } from '../runtime/runtime.ts'
import type { ImageFolder } from './image-folder.ts'
import { badRequest, PlatformError } from './platform-error.ts'
import { type SandboxRecord, timestamp } from './record.ts'
import { isSavedInNamespace } from './saved-names.ts'
import type { Sandboxes } from './sandboxes.ts'

/** The state of a commit; fields without a value are omitted. */
interface CommitRecord {
  readonly sandbox_id: string
  readonly image_tag: string
  readonly phase: 'RUNNING' | 'SUCCEEDED' | 'FAILED'
  readonly started_at: string
  readonly completed_at?: string
  readonly exit_code?: number
  readonly failed_stage?: string
  readonly error_code?: string
  readonly error_message?: string
}

interface Task {
  record: CommitRecord
  done?: Promise<void>
}

/** With what rights a sandbox is saved in a registry. */
interface Asker {
  readonly login: RegistryLogin | undefined
  readonly namespace: string | undefined
}

interface CommitOptions {
  readonly sandboxes: Sandboxes
  readonly runtime: Runtime
  readonly folder: ImageFolder
}

/** Saves sandboxes as images (docs/sandbox-platform.md#records): one task per sandbox, with its last record. */
export class Commits {
  readonly #options: CommitOptions
  readonly #tasks = new Map<string, Task>()
  #running = 0

  constructor(options: CommitOptions) {
    this.#options = options
  }

  /** Number of running commits, including pushes. */
  get running(): number {
    return this.#running
  }

  /**
   * Starts a commit, or returns the running one for the same tag. @param namespace of the key that asked for it, unless it may do all
   * @throws PlatformError `CODE: detail`
   */
  begin(id: string, imageTag: string, login?: RegistryLogin, namespace?: string): CommitRecord {
    if (/[\0\n\r\u2028\u2029]/.test(imageTag)) {
      throw new PlatformError(4000, 'image_tag may hold neither NUL nor line separators')
    }
    const record = this.#options.sandboxes.find(id)
    if (!record || record.state === 'deleted') {
      throw new PlatformError(4000, `SANDBOX_NOT_FOUND: sandbox ${id} not found`)
    }
    if (login && isForRegistry(imageTag) && this.pushers(record) === 'none') throw pushRefusal(imageTag)
    const other = this.#tasks.get(id)
    if (other?.record.phase === 'RUNNING') {
      if (other.record.image_tag === imageTag) return other.record
      throw new PlatformError(
        4000,
        `COMMIT_CONFLICT: sandbox ${id} is being committed as ${other.record.image_tag}; wait for its end`,
      )
    }
    const task: Task = {
      record: {
        sandbox_id: id,
        image_tag: imageTag,
        phase: 'RUNNING',
        started_at: timestamp(Date.now()),
      },
    }
    this.#tasks.set(id, task)
    this.#running += 1
    task.done = this.#perform(task, id, imageTag, { login, namespace }).finally(() => (this.#running -= 1))
    return task.record
  }

  /** Who can save a sandbox in a registry: what this server keeps itself goes to none. */
  pushers({ source }: SandboxRecord): Pushers {
    return this.#options.runtime.info.commitsTo === 'registry' || source?.kind === 'engine' ? 'all' : 'none'
  }

  /** @throws PlatformError STATUS_NOT_FOUND */
  status(id: string): CommitRecord {
    const task = this.#tasks.get(id)
    if (!task)
      throw new PlatformError(4000, `STATUS_NOT_FOUND: sandbox ${id} was never committed by this server`)
    return task.record
  }

  /** Resolves with the record once the commit has ended. */
  async ended(id: string): Promise<CommitRecord> {
    await this.#tasks.get(id)?.done
    return this.status(id)
  }

  async #perform(task: Task, id: string, imageTag: string, by: Asker): Promise<void> {
    const { login } = by
    const ended = () => ({ completed_at: timestamp(Date.now()) })
    let stage = 'commit'
    try {
      const isOfEngine = await this.#save(id, imageTag, by)
      stage = 'push'
      if (isOfEngine && login && isForRegistry(imageTag))
        await this.#options.runtime.engineImages?.push?.(imageTag, login)
      task.record = { ...task.record, phase: 'SUCCEEDED', exit_code: 0, ...ended() }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const code = error instanceof RuntimeFailure ? error.code : undefined
      if (code !== undefined) stage = 'push'
      const failure = {
        failed_stage: stage,
        error_code: code ?? (stage === 'push' ? 'PUSH_FAILED' : 'COMMIT_FAILED'),
        error_message: reason,
      }
      task.record = { ...task.record, phase: 'FAILED', exit_code: 1, ...failure, ...ended() }
    }
  }

  /** @returns whether the image is in an engine */
  async #save(id: string, reference: string, by: Asker): Promise<boolean> {
    const { sandboxes, runtime, folder } = this.#options
    const record = sandboxes.find(id)
    const plan = record && sandboxes.planOf(record)
    if (!plan) throw new Error(`sandbox ${id} has no files to commit`)
    if (plan.image.kind === 'engine') {
      await runtime.commit(plan, { reference, ...by })
      return true
    }
    const { key, layer } = await folder.reserve(reference)
    try {
      await runtime.commit(plan, { folder: layer })
      const { kind, env } = plan.image
      const from = { sandbox: id, image: record.source?.reference ?? record.image }
      await folder.add(key, plan.image, { reference, kind, env, created: Date.now(), origin: 'commit', from })
      return false
    } catch (error) {
      await folder.discard(key)
      throw error
    }
  }
}

/** Whether a login that comes with it is meant for a registry: some clients always send one. */
export const isForRegistry = (tag: string): boolean => namesRegistry(tag) && !isSavedInNamespace(tag)

const pushRefusal = (tag: string): PlatformError =>
  badRequest(
    `PUSH_NOT_HERE: this server keeps the sandbox’s images itself and cannot push ${JSON.stringify(tag)} to a registry; commit without a login, or push from a sandbox of Docker, Podman or Kubernetes`,
  )
