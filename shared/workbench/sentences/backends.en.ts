/**
 * Why the sandbox server cannot use a backend on this machine. Also used within longer sentences, hence no
 * full stop.
 */
export const backendSentencesEn = {
  'BACKEND.appArmor': {
    message: 'AppArmor doesn’t let ordinary users create namespaces, as on Ubuntu since 23.10 ({reason})',
  },
  'BACKEND.container': { message: 'this is a container whose own rules forbid namespaces ({reason})' },
  'BACKEND.denied': { message: 'this user may not use {name} ({reason})' },
  'BACKEND.engine': { message: '{name} is installed, but does not answer ({reason})' },
  'BACKEND.engineFar': { message: '{name} at {address} does not answer ({reason})' },
  'BACKEND.failed': { message: 'it does not work on this machine ({reason})' },
  'BACKEND.forbidden': { message: 'this machine forbids namespaces ({reason})' },
  'BACKEND.kernel': { message: 'this kernel doesn’t let ordinary users create namespaces ({reason})' },
  'BACKEND.needsLinux': { message: '{name} needs Linux' },
  'BACKEND.noNamespaces': { message: 'this machine allows no user namespaces ({reason})' },
  'BACKEND.notInstalled': { message: '{name} is not installed' },
  'BACKEND.programs': { message: 'the programs {programs} are missing' },
} as const
