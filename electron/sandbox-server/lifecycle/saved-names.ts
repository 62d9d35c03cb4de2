/** A registry that cannot be: images with its name were saved here, with a key of a namespace, and are that namespace's. */
const SAVED = /^[^/]+\.orrery\.internal\//

export const isSavedInNamespace = (reference: string): boolean => SAVED.test(reference)

/** What the names of a namespace's images begin with. */
export const savedIn = (namespace: string): string => `${namespace}.orrery.internal/`
