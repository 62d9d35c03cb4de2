/** Whether an image's name begins with a registry's address; engines use a bare `localhost` for local images. */
export const namesRegistry = (reference: string): boolean => /^\[?[a-z0-9][^/]*[.:][^/]*\//i.test(reference)

/** Who can save a sandbox in a registry by a name and a login: all who can commit, admins alone, or nobody. */
export const PUSHERS = ['all', 'admins', 'none'] as const
export type Pushers = (typeof PUSHERS)[number]
