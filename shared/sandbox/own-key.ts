import { z } from 'zod'

/** Roles of keys in ascending order: read only; use what belongs to the key's namespace; do everything in every namespace. */
export const ROLES = ['viewer', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** What a server of ours tells a caller about the key that it sent. */
export const ownKey = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  namespace: z.string(),
  /** ISO 8601. */
  expires: z.string().optional(),
})
export type OwnKey = z.infer<typeof ownKey>

/** Extension `/self`; `key` is null for the server's own token, or if none is required. */
export const selfAnswer = z.object({ key: ownKey.nullable() })
