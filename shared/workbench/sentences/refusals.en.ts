/** Refusals by a server for lack of permission: by role, or by the caps of a key or namespace. */
export const refusalSentencesEn = {
  FORBIDDEN: {
    message: 'The key {key} has the role {role}, and {operation} needs {needs}.',
    hint: 'An admin of the server can add a key that may: orrery sandbox keys add NAME --role {needs}',
  },
  'FORBIDDEN.person': {
    message: 'The proxy names {name}, who has no valid key.',
    hint: 'An admin of the server can add one: orrery sandbox keys add NAME --no-secret',
  },
  TOO_MANY_CALLS: {
    message: 'The cap on calls is reached: {reason} may make {most} a minute.',
    hint: 'Try again in a moment. An admin of the server can raise it: orrery sandbox keys caps {option} --max-rate N',
  },
  'CAP_REACHED.cpus': {
    message:
      'The cap on processors is reached: {reason} may have {most} at once, has {has} and wants {wants} more.',
    hint: 'Stop a sandbox, or ask for fewer. An admin of the server can raise it: orrery sandbox keys caps {option} --max-cpus N',
  },
  'CAP_REACHED.disk': {
    message:
      'The cap on disk is reached: {reason} may have {most} at once, has {has} and wants {wants} more.',
    hint: 'Delete a sandbox, stopped ones too. An admin of the server can raise it: orrery sandbox keys caps {option} --max-disk N',
  },
  'CAP_REACHED.environments': {
    message: 'The cap on environments is reached: {reason} may have {most} at once.',
    hint: 'Close an environment. An admin of the server can raise it: orrery sandbox keys caps {option} --max-environments N',
  },
  'CAP_REACHED.holder.key': { message: 'key {name}' },
  'CAP_REACHED.holder.namespace': { message: 'namespace {name}' },
  'CAP_REACHED.memory': {
    message:
      'The cap on memory is reached: {reason} may have {most} at once, has {has} and wants {wants} more.',
    hint: 'Stop a sandbox, or ask for less. An admin of the server can raise it: orrery sandbox keys caps {option} --max-memory N',
  },
  'CAP_REACHED.sandboxes': {
    message: 'The cap on sandboxes is reached: {reason} may have {most} at once.',
    hint: 'Stop one. An admin of the server can raise it: orrery sandbox keys caps {option} --max-sandboxes N',
  },
  'CAP_REACHED.sessions': {
    message: 'The cap on sessions is reached: {reason} may have {most} at once.',
    hint: 'Close a terminal. An admin of the server can raise it: orrery sandbox keys caps {option} --max-sessions N',
  },
} as const
