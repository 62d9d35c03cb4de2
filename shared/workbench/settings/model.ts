import { toggle } from './setting.ts'

/** What concerns the model server that Orrery brings along. */
export const modelSettings = {
  allowWrites: toggle('model.allowWrites', false),
} as const
