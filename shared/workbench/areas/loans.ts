import { z } from 'zod'

/** A key of a person in a sandbox, for one host and for a time. */
export const loanSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  /** Whom it opens; with a scheme where it is not HTTPS. */
  host: z.string(),
  kind: z.enum(['token', 'ssh']),
  /** The name of the secret that is lent. */
  secret: z.string(),
  /** When it ends, Unix ms. */
  until: z.number(),
})
export type Loan = z.infer<typeof loanSchema>

/** How long a key can be lent, in minutes. */
export const LOAN_MINUTES = [15, 60, 480] as const

export const lendInputSchema = loanSchema.omit({ id: true, until: true }).extend({
  sandboxId: z.string().min(1),
  host: z
    .string()
    .trim()
    .regex(/^(https?:\/\/)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i, 'a host, such as github.com'),
  /** Who the token belongs to, where the host wants to know. */
  user: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^\r\n]*$/)
    .optional(),
  minutes: z
    .number()
    .positive()
    .max(24 * 60),
})
export type LendInput = z.infer<typeof lendInputSchema>
