/** Why a connection's server did not start, or does not answer. */
export const startSentencesEn = {
  'START.signIn': {
    message: '{name} requires you to sign in.',
    hint: 'Sign in, or add a header with a token.',
  },
  'START.ended': { message: '{name} ended with exit code {exitCode}.' },
  'START.handshake': { message: '{name} did not complete the handshake: {reason}' },
  'START.nobody': {
    message: 'Nothing answers at {host}. Is it running?',
    hint: 'Check that the server is started, and its port.',
  },
  'START.noHost': {
    message: 'There is no machine of the name {hostname}.',
    hint: 'Check the spelling and the network.',
  },
  'START.badPort': {
    message: 'Port {port} is reserved for another service, so no web address may use it.',
    hint: 'Check the port of the address.',
  },
  'START.noWay': {
    message: 'The machine of {host} did not answer.',
    hint: 'Check the address and the network, and whether a firewall is between.',
  },
  'START.killed': { message: '{name} was killed by {signal}.' },
  'START.list': { message: '{name} could not list what it offers: {reason}' },
  'START.noEnvironment': {
    message: '{placeholder} refers to the environment variable {name}, which isn’t set.',
    hint: 'Set it, or change the connection.',
  },
  'START.noSecret': {
    message: '{placeholder} refers to the secret {name}, which doesn’t exist.',
    hint: 'Add it in Settings › Secrets, or change the connection.',
  },
  'START.notFound': {
    message: 'The program {command} was not found.',
    hint: 'Enter the program’s full path. The desktop’s PATH is often shorter than the terminal’s.',
  },
  'START.notStarted': {
    message: '{command} could not be started: {reason}',
    hint: 'Enter the program’s full path. The desktop’s PATH is often shorter than the terminal’s.',
  },
  'START.platform': { message: '{name} did not start: {reason}' },
  'START.platformSilent': { message: '{name} did not start and printed nothing.' },
  'START.answered': { message: 'The platform answered HTTP {status}.' },
  'START.noApi': {
    message: 'Nothing at {address} answers as a sandbox platform (HTTP {status}).',
    hint: 'Enter the platform’s address without its API path. Custom paths go under Paths.',
  },
  'START.keyExpired': {
    message: 'The key “{key}” for {name} has expired.',
    hint: 'An admin of the server can give you another; edit the connection to enter it.',
  },
  'START.keyRefused': {
    message: '{name} doesn’t accept the key or token: it is unknown, expired or revoked.',
    hint: 'Edit the connection to enter another one.',
  },
  'START.refused': {
    message:
      'The platform doesn’t accept the key or token: it is missing, unknown, expired or revoked (HTTP {status}).',
    hint: 'Edit the connection to enter another one.',
  },
  'START.suffix': {
    message: '{address} is the address of one of the platform’s APIs. The platform itself is at {url}.',
  },
  'START.unreachable': {
    message: 'Can’t reach the platform: {reason}.',
    hint: 'Orrery tries again every 30 seconds.',
  },
} as const
