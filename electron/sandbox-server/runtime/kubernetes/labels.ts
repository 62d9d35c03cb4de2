export const LABELS = {
  app: 'app.kubernetes.io/managed-by',
  owner: 'orrery.owner',
  sandbox: 'orrery.sandbox',
  /** What a Secret holds: {@link RECORD}, or a session. */
  holds: 'orrery.holds',
  /** Of a record: whether a Pod belongs to it. */
  live: 'orrery.live',
} as const

export const RECORD = 'record'

/** A sandbox's id as the value of a label, which ends with a letter or digit and is no longer than this. */
export const labelValue = (id: string): string => id.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '')
