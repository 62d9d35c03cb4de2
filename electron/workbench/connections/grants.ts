import { z } from 'zod'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { Grant, GrantStore } from '../models/sign-in.ts'
import type { Secrets } from '../secrets/secrets.ts'

const grantSchema = z.custom<Grant>((value) => typeof value === 'object' && value !== null)

/** Stores OAuth grants among the secrets. */
export const grantsIn =
  (secrets: Secrets) =>
  (connection: string): GrantStore => {
    const name = `sign-in.${connection.replaceAll(/[^\w.-]/g, '-').slice(0, 70)}`
    const mask = ({ tokens }: Grant): void => {
      for (const token of [tokens?.access_token, tokens?.refresh_token])
        if (token !== undefined) secrets.mask.note(name, token)
    }
    return {
      async read() {
        const text = await secrets.get(name)
        const grant = text === undefined ? undefined : grantSchema.safeParse(JSON.parse(text)).data
        if (grant) mask(grant)
        return grant
      },
      async write(grant) {
        mask(grant)
        await secrets.set(name, JSON.stringify(grant)).catch((error: unknown) => {
          // Secrets cannot be stored here, so the grant lasts until the workbench exits.
          if (!(error instanceof WorkbenchError) || error.code !== 'SECRETS_NOT_SAFE') throw error
        })
      },
      remove: () => secrets.remove(name),
    }
  }
