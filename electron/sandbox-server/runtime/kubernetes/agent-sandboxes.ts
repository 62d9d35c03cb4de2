import { AgentKind, noPodWords } from './agent-kind.ts'
import { ID } from './labels.ts'
import type { Place } from './place.ts'
import type { PodManifest } from './pod.ts'

/** Sandbox objects: the controller makes a Pod of each, with the same name, replaces the Pod when it goes, and the Pod goes with the object. */
export class AgentSandboxes {
  readonly version: string
  readonly #kind: AgentKind

  private constructor(kind: AgentKind) {
    this.#kind = kind
    this.version = kind.version
  }

  /** Undefined where agent-sandbox is not installed. @throws KubernetesRefusal, RuntimeFailure */
  static async find(place: Place): Promise<AgentSandboxes | undefined> {
    const kind = await AgentKind.find(place, 'agents.x-k8s.io', 'sandboxes')
    return kind && new AgentSandboxes(kind)
  }

  /** Whether this account may make sandboxes in the namespace. */
  isAllowed(): Promise<boolean> {
    return this.#kind.isAllowed()
  }

  nameOf(id: string): string {
    return this.#kind.nameOf(id)
  }

  async create(id: string, { metadata, spec }: PodManifest, signal?: AbortSignal): Promise<void> {
    const podTemplate = { metadata: { labels: metadata.labels, annotations: { [ID]: id } }, spec }
    await this.#kind.create('Sandbox', id, { spec: { podTemplate } }, metadata, signal)
  }

  delete(id: string): Promise<void> {
    return this.#kind.delete(this.nameOf(id))
  }

  /** Deletes one that a Pod names, whoever made it. */
  release({ name, uid }: { readonly name: string; readonly uid: string }): Promise<void> {
    return this.#kind.delete(name, uid)
  }

  list(): ReturnType<AgentKind['list']> {
    return this.#kind.list()
  }

  /** Why there is no Pod. */
  async trouble(id: string): Promise<string> {
    return noPodWords(await this.#kind.get(id))
  }
}
