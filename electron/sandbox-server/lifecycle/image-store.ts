import type { ImageSource } from '../runtime/runtime.ts'

/** Where a start request's image comes from, and what the user should be told about it. */
export interface ResolvedImage {
  readonly source: ImageSource
  /** What the `image_pull` phase says. */
  readonly message: string
  readonly notice?: string
}

export interface Images {
  /** @throws Error with one sentence when the image is not here and nothing may stand in for it */
  resolve(reference: string): Promise<ResolvedImage>
}
