import { z } from 'zod'

/** A secret lent to a sandbox, for one host and a limited time. */
export const loanSchema = z.object({
  id: z.string(),
  platform: z.string(),
  sandboxId: z.string(),
  /** The host it is valid for; includes the scheme unless it is HTTPS. */
  host: z.string(),
  kind: z.enum(['token', 'ssh']),
  /** Name of the lent secret. */
  secret: z.string(),
  /** Expiry, Unix ms. */
  until: z.number(),
})
export type Loan = z.infer<typeof loanSchema>

/** Loan durations, in minutes. */
export const LOAN_MINUTES = [15, 60, 480] as const

export const lendInputSchema = loanSchema.omit({ id: true, until: true }).extend({
  sandboxId: z.string().min(1),
  host: z
    .string()
    .trim()
    .regex(/^(https?:\/\/)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i, 'a host, such as github.com'),
  /** User name for hosts that require one. */
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
