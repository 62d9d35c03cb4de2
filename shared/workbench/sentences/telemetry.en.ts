/** Errors of running a plan. */
export const telemetrySentencesEn = {
  TELEMETRY_CERTIFICATE: {
    message: 'The certificate of {name} isn’t trusted: {reason}',
    hint: 'Check the address, or enter the file with your certificate authority in the connection.',
  },
  TELEMETRY_FAILED: {
    message: '{name} answered HTTP {status}: {reason}',
    hint: 'The request and the whole answer are under Request.',
  },
  TELEMETRY_LARGE: {
    message: '{name} sent more than {megabytes} MB.',
    hint: 'Choose a shorter time range, fewer entities, or a longer step.',
  },
  TELEMETRY_MALFORMED: {
    message: 'The answer of {name} isn’t one of {protocol}: {reason}',
    hint: 'Check the address and the kind of the connection.',
  },
  TELEMETRY_PLAN: {
    message: 'Orrery can’t run this plan: it is neither PromQL nor an Elasticsearch search.',
    hint: 'Copy its text and run it where its storage is.',
  },
  TELEMETRY_PROTOCOL: {
    message: '{name} doesn’t speak {protocol}.',
    hint: 'Choose a connection of that kind.',
  },
  TELEMETRY_RANGE: { message: 'The time range ends before it begins.', hint: 'Change it above the query.' },
  TELEMETRY_REDIRECT: {
    message: '{name} redirects to {address}.',
    hint: 'Enter that address in the connection if you trust it.',
  },
  TELEMETRY_REFUSED: {
    message: '{name} refused the request with HTTP {status}: {reason}',
    hint: 'Check the token and the headers of the connection.',
  },
  TELEMETRY_SAID: {
    message: '{name} could not run the query: {reason}',
    hint: 'The request and the whole answer are under Request.',
  },
  TELEMETRY_TIMEOUT: {
    message: '{name} did not answer within {seconds} seconds.',
    hint: 'Choose a shorter time range, or raise the time limit of the connection.',
  },
  TELEMETRY_UNREACHABLE: {
    message: '{name} can’t be reached: {reason}',
    hint: 'Check the address of the connection and whether it is running.',
  },
} as const
