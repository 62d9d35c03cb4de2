/** Ids of the built-in connections. Users' documents contain them, so they must not change. */
export const EMBEDDED_MODEL = 'embedded-model'
/** The incident sample; disabled by default. */
export const EMBEDDED_INCIDENT = 'embedded-incident'
/** Recorded telemetry of the incident. */
export const EMBEDDED_METRICS = 'embedded-metrics'
export const EMBEDDED_LOGS = 'embedded-logs'
export const EMBEDDED_PLATFORM = 'embedded-platform'
