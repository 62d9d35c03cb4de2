import { loadLadybug } from '../../../../electron/model-server/graphstore/ladybug/index.ts'

/** Why tests that need the embedded graph database are skipped here. */
export const noLadybug = whyNot()

function whyNot(): string | false {
  try {
    loadLadybug()
    return false
  } catch (error) {
    return (error as Error).message
  }
}
