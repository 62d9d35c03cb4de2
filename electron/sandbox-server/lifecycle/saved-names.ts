/** A non-existent registry: images with such names were saved here with a key of that namespace, and belong to it. */
const SAVED = /^[^/]+\.orrery\.internal\//

export const isSavedInNamespace = (reference: string): boolean => SAVED.test(reference)

/** The prefix of a namespace's image names. */
export const savedIn = (namespace: string): string => `${namespace}.orrery.internal/`
