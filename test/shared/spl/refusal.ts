import { SplError, parseSpl } from '#shared/spl/index.ts'

/** Why a text is not a query; undefined when it is one. */
export function refusalOf(text: string): SplError | undefined {
  try {
    parseSpl(text)
    return undefined
  } catch (error) {
    if (error instanceof SplError) return error
    throw error
  }
}
