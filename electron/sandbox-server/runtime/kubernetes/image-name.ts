/** The parts of an image's name. */
export interface ImageName {
  readonly registry: string
  readonly repository: string
  readonly tag: string
}

/** Undefined if the name begins with no registry, or is none that can be pushed to. */
export function parseImageName(reference: string): ImageName | undefined {
  const [, registry = '', repository = '', tag = 'latest'] =
    /^([^/@]*[.:][^/@]*|localhost)\/([a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::([\w][\w.-]{0,127}))?$/.exec(
      reference,
    ) ?? []
  return registry && repository ? { registry, repository, tag } : undefined
}
