const sources = new WeakMap<Path2D, string>()

/** A path whose data is kept: a canvas does not tell it, but a drawing in a file is made of it. */
export function keptPath(data: string): Path2D {
  const path = new Path2D(data)
  sources.set(path, data)
  return path
}

export const sourceOf = (path: Path2D): string => sources.get(path) ?? ''
