export const LABELS = {
  app: 'app.kubernetes.io/managed-by',
  owner: 'orrery.owner',
  sandbox: 'orrery.sandbox',
  /** The content of a Secret: {@link RECORD}, or a session. */
  holds: 'orrery.holds',
  /** On a record: whether it has a Pod. */
  live: 'orrery.live',
  /** On a Pod that waits for a start. */
  warm: 'orrery.warm',
  /** On a Pod that waits or waited for a start: what it was made from. */
  template: 'orrery.template',
} as const

/** Annotation of a Pod that was entered: one that a controller made in its place has other files. */
export const ENTERED = 'orrery.entered'

/** Annotation of a Pod that was claimed: the uid of its claim. */
export const CLAIM = 'orrery.claim'

/** Annotation with a sandbox's complete id, for which a label may be too short. */
export const ID = 'orrery.id'

export const RECORD = 'record'

/** A sandbox's id as a label value, which is limited in length and ends with a letter or digit. */
export const labelValue = (id: string): string => id.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '')
