import type { SandboxImage, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'

/** A sandbox or image in the family tree. */
export interface FamilyRow {
  readonly depth: number
  readonly key: string
  readonly sandbox?: SandboxInfo
  readonly image?: string
}

const imageKey = (reference: string): string => `image ${reference}`
const sandboxKey = (id: string): string => `sandbox ${id}`

/** The image a sandbox runs. */
const originOf = ({ image, standIn }: SandboxInfo): string => standIn ?? image ?? ''

/**
 * Builds a sandbox's family tree from the first known image: images, sandboxes started from each, images
 * saved from those, and so on. A deleted sandbox is included while one of its images exists.
 */
export function familyOf(
  of: SandboxInfo,
  sandboxes: readonly SandboxInfo[],
  images: readonly SandboxImage[],
): FamilyRow[] {
  const own = sandboxes.filter(({ platform, kind }) => platform === of.platform && kind === 'sandbox')
  const parentOfImage = new Map(images.map((image) => [image.reference, image]))
  /** The topmost known ancestor of an image. */
  const rootOf = (reference: string, seen = new Set<string>()): string => {
    const above = parentOfImage.get(reference)?.fromImage
    return above === undefined || seen.has(reference) ? reference : rootOf(above, seen.add(reference))
  }
  const rows: FamilyRow[] = []
  const done = new Set<string>()
  const addImage = (reference: string, depth: number): void => {
    const key = imageKey(reference)
    if (done.has(key)) return
    done.add(key)
    rows.push({ depth, key, image: reference })
    const gone = images.filter(
      ({ fromImage, fromSandbox }) =>
        fromImage === reference && !own.some(({ sandboxId }) => sandboxId === fromSandbox),
    )
    for (const one of own.filter((sandbox) => originOf(sandbox) === reference)) addSandbox(one, depth + 1)
    for (const one of gone) addImage(one.reference, depth + 1)
  }
  const addSandbox = (sandbox: SandboxInfo, depth: number): void => {
    rows.push({ depth, key: sandboxKey(sandbox.sandboxId), sandbox })
    for (const { reference, fromSandbox } of images)
      if (fromSandbox === sandbox.sandboxId) addImage(reference, depth + 1)
  }
  addImage(rootOf(originOf(of)), 0)
  return rows
}
