/** Ids of the connections that Orrery brings along. People’s documents hold them. */
export const EMBEDDED_MODEL = 'embedded-model'
/** The incident sample: off until somebody chooses it. */
export const EMBEDDED_INCIDENT = 'embedded-incident'
/** What was recorded of the incident. */
export const EMBEDDED_METRICS = 'embedded-metrics'
export const EMBEDDED_LOGS = 'embedded-logs'
export const EMBEDDED_PLATFORM = 'embedded-platform'
