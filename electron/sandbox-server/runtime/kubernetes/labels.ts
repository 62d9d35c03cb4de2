export const LABELS = {
  app: 'app.kubernetes.io/managed-by',
  owner: 'orrery.owner',
  sandbox: 'orrery.sandbox',
  /** The content of a Secret: {@link RECORD}, or a session. */
  holds: 'orrery.holds',
  /** On a record: whether it has a Pod. */
  live: 'orrery.live',
} as const

export const RECORD = 'record'

/** A sandbox's id as a label value, which is limited in length and ends with a letter or digit. */
export const labelValue = (id: string): string => id.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '')
