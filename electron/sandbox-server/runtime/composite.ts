import type {
  Box,
  BoxPlan,
  CommitTarget,
  EngineImages,
  ImageSource,
  Runtime,
  RuntimeInfo,
} from './runtime.ts'

/** A container engine for real image references, beside a backend of our own for the local image and those made from it. */
export class CompositeRuntime implements Runtime {
  readonly info: RuntimeInfo
  readonly engineImages: EngineImages | undefined
  readonly keepsFolders = true
  readonly #engine: Runtime
  readonly #own: Runtime

  constructor(engine: Runtime, own: Runtime) {
    this.#engine = engine
    this.#own = own
    this.engineImages = engine.engineImages
    this.info = { ...engine.info, missing: [...engine.info.missing, ...own.info.missing] }
  }

  infoOf(image: ImageSource | undefined): RuntimeInfo {
    return this.#for(image).info
  }

  open(plan: BoxPlan, signal?: AbortSignal): Promise<Box> {
    return this.#for(plan.image).open(plan, signal)
  }

  commit(plan: BoxPlan, target: CommitTarget): Promise<void> {
    return this.#for(plan.image).commit(plan, target)
  }

  remove(plan: BoxPlan): Promise<void> {
    return this.#for(plan.image).remove(plan)
  }

  async sweep(): Promise<number> {
    return (await this.#engine.sweep()) + (await this.#own.sweep())
  }

  async dispose(): Promise<void> {
    await this.#engine.dispose()
    await this.#own.dispose()
  }

  #for(image: ImageSource | undefined): Runtime {
    return image?.kind === 'engine' ? this.#engine : this.#own
  }
}
