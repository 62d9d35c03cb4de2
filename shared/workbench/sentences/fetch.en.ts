/** Errors about models fetched from the web. */
export const fetchSentencesEn = {
  FETCH_ADDRESS: {
    message: 'This is not a web address.',
    hint: 'Enter the https address of a YAML or JSON file, or of a folder on github.com.',
  },
  FETCH_LARGE: { message: '{host} sent more than {limit} MB, which is too large for a model file.' },
  FETCH_REFUSED: {
    message: '{host} answered HTTP {status}.',
    hint: 'Check the address. Download files that need a sign-in yourself.',
  },
  FETCH_TOO_MANY: {
    message: 'There are {count} model files; the limit is {limit}.',
    hint: 'Enter the address of one of the subfolders.',
  },
  FETCH_UNREACHABLE: { message: 'Can’t reach {host}: {reason}.', hint: 'Check the address and the network.' },
  'FETCH_UNREACHABLE.certificate': {
    message: 'The certificate of {host} is not trusted, because its issuer is not known here.',
    hint: 'If you trust it, add the issuer to this system’s certificates, or name its PEM file in NODE_EXTRA_CA_CERTS.',
  },
  'FETCH_UNREACHABLE.expired': {
    message: 'The certificate of {host} has expired.',
    hint: 'Ask whoever runs it to renew it, and check the clock of this machine.',
  },
  'FETCH_UNREACHABLE.name': {
    message: 'The certificate of {host} is for another name.',
    hint: 'Use the name that it is for.',
  },
  'FETCH_UNREACHABLE.plain': {
    message: '{host} does not speak HTTPS at this address.',
    hint: 'Check the port, or use http://.',
  },
  'FETCH_UNREACHABLE.refused': {
    message: '{host} refuses connections.',
    hint: 'Check the port, and that the server is running.',
  },
  'FETCH_UNREACHABLE.silent': {
    message: '{host} did not answer within {seconds} seconds.',
    hint: 'Check the address and the network.',
  },
  'FETCH_UNREACHABLE.unknown': {
    message: 'No host named {host} was found.',
    hint: 'Check the spelling and the network.',
  },
} as const
