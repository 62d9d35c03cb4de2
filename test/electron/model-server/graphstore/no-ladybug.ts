import { loadLadybug } from '../../../../electron/model-server/graphstore/ladybug/index.ts'

/** Why tests of the embedded graph database, and of what is served by it, are skipped here. */
export const noLadybug = whyNot()

function whyNot(): string | false {
  try {
    loadLadybug()
    return false
  } catch (error) {
    return (error as Error).message
  }
}
