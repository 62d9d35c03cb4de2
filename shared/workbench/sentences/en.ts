/** What a failure says: one sentence and, where there is one, what to do next. `{names}` are filled in. */
export interface Sentence {
  readonly message: string
  readonly hint?: string
}

/**
 * Everything that the core says of a failure, by code; what follows a dot tells apart sentences of one code. Parts that a server
 * said stay in its own words and come in as a value. Another language has the same keys (`zh.ts`; a test compares them).
 */
export const sentencesEn = {
  ADDRESS_REFUSED: {
    message: 'Orrery does not open {protocol} addresses.',
    hint: 'Copy the address if you trust it.',
  },
  AGENT_BAD_ANSWER: {
    message: 'The agent endpoint answered without a text.',
    hint: 'It must speak the chat completions format.',
  },
  AGENT_FAILED: { message: 'The agent stopped: {problem}' },
  AGENT_NOT_CONFIGURED: {
    message: 'No endpoint is configured.',
    hint: 'Name one under Agent endpoint…; until then nothing is sent anywhere.',
  },
  DIVERGED: {
    message: 'The replay differs from the record at step {turn}, so the action was not sent.',
    hint: 'Look at the difference, then act again to go on from here.',
  },
  EPISODE_MOVED: {
    message: 'Another window acted first, so this action was not sent.',
    hint: 'Look at what happened, then act again.',
  },
  NOT_REPRODUCIBLE: {
    message: 'This episode was reset without a seed, and its environment is no longer where it was.',
    hint: 'It cannot be continued. Reset for a new one.',
  },
  'NOT_REPRODUCIBLE.replay': {
    message: 'This episode was reset without a seed: it cannot be replayed.',
    hint: 'Reset with a seed to be able to go back.',
  },
  NO_EPISODE: { message: 'Reset the environment first.' },
  NO_GRAMMAR: {
    message: 'This environment does not describe its actions, so this agent cannot play it.',
    hint: 'Use a script, or a model of your own.',
  },
  SEED_INVALID: {
    message: '“{seed}” is not a seed.',
    hint: 'A seed is a whole number from 0 to 4294967295.',
  },
  UNKNOWN_BATCH: { message: 'This batch was removed.' },
  UNKNOWN_EPISODE: { message: 'This episode was removed from the library.' },
  UNKNOWN_TAB: { message: 'This tab was closed.' },
  'AGENT_KEY_MISSING.secret': {
    message: 'The key of the agent endpoint is not kept on this machine.',
    hint: 'Enter it again in the settings of the endpoint.',
  },
  'AGENT_KEY_MISSING.session': {
    message: 'The key of the agent endpoint was given for an earlier start only.',
    hint: 'Enter it again in the settings of the endpoint.',
  },
  'AGENT_KEY_MISSING.env': {
    message: 'Orrery was started without the variable {name}, which holds the key of the agent endpoint.',
    hint: 'Start it with the variable, or enter the key in the settings of the endpoint.',
  },
  AGENT_REFUSED: { message: 'The agent endpoint answered HTTP {status}: {reason}' },
  'AGENT_REFUSED.key': {
    message: 'The agent endpoint answered HTTP {status}: {reason}',
    hint: 'Check the key of the endpoint.',
  },
  AGENT_UNREACHABLE: {
    message: 'The agent endpoint could not be reached: {reason}.',
    hint: 'Check its address; it is the part before /chat/completions.',
  },
  CANCELLED: { message: 'The call was cancelled.' },
  'CANCELLED.making': { message: 'Making the environment was cancelled.' },
  CONNECTIONS_FILE_BROKEN: {
    message: '{path} is not valid JSON: {reason} at line {line}, column {column}.',
    hint: 'Mend the file by hand, then try again; Orrery does not overwrite it.',
  },
  CONSENT_NEEDED: {
    message: '{name} has never been started here: {commandLine}',
    hint: 'Look at the command and allow it if you trust it.',
  },
  'DEFINITION_INCOMPLETE.command': { message: 'A stdio server needs a command.' },
  'DEFINITION_INCOMPLETE.either': { message: 'Give a command to run, or a url.' },
  'DEFINITION_INCOMPLETE.url': { message: 'A server of type {type} needs a url.' },
  DISCONNECTED: {
    message: 'The connection to the workbench was lost.',
    hint: 'It is tried again by itself; nothing that was acknowledged is lost.',
  },
  DOCUMENT_NEWER: {
    message: 'A later version of Orrery wrote {path}.',
    hint: 'Open it with that version; the file is left as it is.',
  },
  EDIT_MISMATCH: { message: 'The change does not fit what is kept. Nothing was changed.' },
  EMBEDDED: {
    message: 'This connection comes with Orrery and cannot be removed.',
    hint: 'Stop it instead.',
  },
  DOWNLOAD_ENDED: { message: 'The browser ended this download before all of it came.' },
  FETCH_ADDRESS: {
    message: 'This is not a web address.',
    hint: 'Give the https address of a YAML or JSON file, or of a folder at github.com.',
  },
  FETCH_LARGE: { message: '{host} sends more than {limit} MB, which no model file has.' },
  FETCH_REFUSED: {
    message: '{host} answers HTTP {status}.',
    hint: 'Check the address; files that need a sign-in are downloaded by hand.',
  },
  FETCH_TOO_MANY: {
    message: 'There are {count} model files, more than {limit}.',
    hint: 'Give the address of one of the folders.',
  },
  FETCH_UNREACHABLE: {
    message: '{host} cannot be reached: {reason}.',
    hint: 'Check the address and the network.',
  },
  FILE_CHANGED: {
    message: '{path} was changed in the sandbox after it was opened here.',
    hint: 'Load it again, or overwrite it with what you have.',
  },
  FILE_EXISTS: { message: '{path} is there already.' },
  'FILE_REFUSED.missing': { message: '{path} is not there.' },
  'FILE_REFUSED.mode': { message: '{path} kept its permissions.' },
  FILE_SHORT: {
    message: 'Only {done} of {total} bytes came out of the sandbox.',
    hint: 'Download it again.',
  },
  GEM_BAD_ANSWER: {
    message: 'The platform’s answer to {path} has an unexpected shape.',
    hint: 'Its raw text is in the request pane; is this address a sandbox platform?',
  },
  GEM_GONE: {
    message: 'The platform knows this sandbox no more: {reason}',
    hint: 'The episode is kept. Open the environment again to replay it up to here.',
  },
  GEM_NOT_OFFERED: {
    message: 'The platform has nothing at {path} (HTTP {status}).',
    hint: 'It may not offer environments, or under another path: set `paths.gem` of the connection.',
  },
  'GEM_TIMEOUT.silent': {
    message: 'The platform gave no answer within {patience} seconds.',
    hint: 'Whether the call took effect is not known. Reset, or rewind to the last step, to be sure of the state.',
  },
  'GEM_TIMEOUT.gaveUp': {
    message: 'The platform gave up on the sandbox (HTTP {status}): {reason}',
    hint: 'Whether the call took effect is not known. Rewind to the last step to be sure of the state.',
  },
  GEM_UNREACHABLE: {
    message: 'The platform at {origin} could not be reached: {reason}.',
    hint: 'Look at the connection in the status bar; the episode is kept and can be replayed when the platform is back.',
  },
  INVALID_INPUT: { message: '{path}: {reason}' },
  LOG_CHANGED: { message: 'Something else was written down first. Nothing was added.' },
  MALFORMED_RESPONSE: {
    message: 'The schema index of the server has no lists of elements and links.',
    hint: 'Look at it in the console: it should be an object with both lists.',
  },
  NOT_A_BACKUP: {
    message: 'This file is no backup that Orrery made.',
    hint: 'Choose a file named orrery-backup-….json. Nothing was changed.',
  },
  'NOT_CONNECTED.backoff': {
    message: '{name} is being restarted.',
    hint: 'Its log in the status bar says what happened.',
  },
  'NOT_CONNECTED.failed': {
    message: '{name} has failed.',
    hint: 'Start it again from the status bar; its log says what happened.',
  },
  'NOT_CONNECTED.off': { message: '{name} is switched off.', hint: 'Start it from the status bar.' },
  'NOT_CONNECTED.ready': { message: '{name} is not answering yet.', hint: 'Try again in a moment.' },
  'NOT_CONNECTED.starting': { message: '{name} is starting.', hint: 'Try again in a moment.' },
  'NOT_CONNECTED.stopped': {
    message: '{name} is stopped.',
    hint: 'Start it again from the status bar; its log says what happened.',
  },
  'NOT_CONNECTED.ended': {
    message: '{name} ended before it answered.',
    hint: 'It starts again by itself; its log in the status bar says what happened. Then ask again.',
  },
  NO_ANSWER: {
    message: '{name} did not answer in time.',
    hint: 'It may still be at work; try again in a moment.',
  },
  NOT_TOON: {
    message: 'The text of {uri} is not valid TOON: {reason}',
    hint: 'Read the resource in the console to see its text as the server sent it.',
  },
  NO_WINDOWS: {
    message: 'This host cannot open windows.',
    hint: 'Open another tab of the browser instead.',
  },
  SERVER_REFUSED: {
    message: '{reason}',
    hint: 'The server answered with the protocol error {code}; the request inspector shows all of it.',
  },
  'CANCELLED.platform': { message: '{reason}' },
  NOT_OFFERED: { message: '{reason}', hint: 'This platform does not offer the operation.' },
  PLATFORM_REFUSED: { message: '{reason}' },
  PLATFORM_TIMEOUT: { message: '{reason}', hint: 'It may still be at work; try again in a moment.' },
  PLATFORM_UNREACHABLE: {
    message: '{reason}',
    hint: 'It is tried again as soon as it answers; its state is in the status bar.',
  },
  SANDBOX_NOT_RUNNING: { message: '{reason}', hint: 'Restart the sandbox to go on.' },
  SESSION_ENDED: {
    message: '{reason}',
    hint: 'Create the session again; the sandbox and its files are still there.',
  },
  UNEXPECTED_ANSWER: { message: '{reason}' },
  'UNAUTHORIZED.platform': { message: '{reason}', hint: 'Check the token of this platform in the console.' },
  QUESTION_GONE: { message: 'The server no longer waits for this answer.' },
  SECRETS_NOT_SAFE: {
    message: 'This system offers no encrypted place for secrets.',
    hint: 'Use ${env:NAME} in the connection instead, or agree in Settings › Privacy to keep secrets in a file that only you can read.',
  },
  TRACE_DROPPED: {
    message: 'Message {sequence} is no longer kept.',
    hint: 'A trace keeps the last {messages} messages, up to {megabytes} MB.',
  },
  UNAUTHORIZED: {
    message: 'The platform refused us with HTTP {status}.',
    hint: 'Check the token in the headers of this connection.',
  },
  UNKNOWN_CONNECTION: {
    message: 'There is no connection named {id}.',
    hint: 'Known connections: {known}.',
  },
  UNKNOWN_DOCUMENT: { message: 'Orrery keeps no documents named {name}.' },
  UNKNOWN_PROCEDURE: { message: 'There is no procedure {name}.' },
  JOB_NOT_STARTED: {
    message: 'The command did not start in the background: {reason}',
    hint: 'Run it in the terminal to see why.',
  },
  UNKNOWN_JOB: { message: 'This job is no longer in the list.' },
  UNKNOWN_TERMINAL: { message: 'This terminal was closed.' },
  UNKNOWN_UPLOAD: { message: 'This upload is over or was cancelled.' },
  'WRONG_KIND.model': { message: '{id} is a model server, not a sandbox platform.' },
  'WRONG_KIND.platform': { message: '{id} is a sandbox platform, not a model server.' },

  // Why a connection is not ready; these have a step instead of a code.
  ROOT_NOT_ABSOLUTE: {
    message: '{path} is not an absolute path.',
    hint: 'Begin at the root, such as /home/me/project.',
  },
  SIGN_IN_FAILED: {
    message: 'Signing in did not work: {reason}.',
    hint: 'If the server registers no clients by itself, enter the client ID that it gave you.',
  },
  SIGN_IN_LATE: { message: 'Nobody came back from the browser in time.', hint: 'Sign in again.' },
  SIGN_IN_NOWHERE: { message: 'There is nothing to sign in to: this connection is a program.' },
  SIGN_IN_REFUSED: { message: 'The sign-in was refused: {reason}.', hint: 'Sign in again.' },
  'START.signIn': {
    message: '{name} wants you to sign in.',
    hint: 'Sign in, or set a header with a token.',
  },
  'START.ended': { message: '{name} ended with exit code {exitCode}.' },
  'START.handshake': { message: '{name} did not complete the handshake: {reason}' },
  'START.killed': { message: '{name} was ended by {signal}.' },
  'START.list': { message: '{name} could not list what it offers: {reason}' },
  'START.noEnvironment': {
    message: 'The environment has no {name}, which {placeholder} stands for.',
    hint: 'Set it, or change the connection.',
  },
  'START.noSecret': {
    message: 'There is no secret named {name}, which {placeholder} stands for.',
    hint: 'Keep it in Settings › Secrets, or change the connection.',
  },
  'START.notFound': {
    message: 'The program {command} was not found.',
    hint: 'Give the full path of the program; a desktop session often has a shorter PATH than a terminal.',
  },
  'START.notStarted': {
    message: '{command} could not be started: {reason}',
    hint: 'Give the full path of the program; a desktop session often has a shorter PATH than a terminal.',
  },
  'START.platform': { message: '{name} did not start: {reason}' },
  'START.platformSilent': { message: '{name} did not start, and said nothing.' },
  'START.answered': { message: 'The platform answered HTTP {status}.' },
  'START.noApi': {
    message: 'Nothing at {address} answers as a sandbox platform (HTTP {status}).',
    hint: 'The address is that of the platform, without the path of its API; a path of its own belongs under Paths.',
  },
  'START.refused': {
    message: 'The platform refused us with HTTP {status}.',
    hint: 'Check the token in its headers.',
  },
  'START.unreachable': {
    message: 'The platform cannot be reached: {reason}',
    hint: 'It is asked again every 30 seconds.',
  },

  // Where a file or a snippet is not what it should be; the reasons of a JSON parser have its own names.
  'FILE.noServers': {
    message: 'There is no mcpServers, no servers, and no server with a command or a url.',
  },
  'FILE.notToml': { message: 'This cannot be read as TOML.' },
  'FILE.notUnderstood': {
    message: 'This is no configuration, command or address that Orrery knows.',
    hint: 'Paste a command (npx …), an address, an install link, or a configuration in JSON, TOML or YAML.',
  },
  'FILE.notObject': { message: 'The text is JSON, but no object with servers.' },
  'FILE.notObjects': { message: 'mcpServers and platforms must be objects' },
  'JSON.CloseBraceExpected': { message: 'A closing brace is missing' },
  'JSON.CloseBracketExpected': { message: 'A closing bracket is missing' },
  'JSON.ColonExpected': { message: 'A colon is missing' },
  'JSON.CommaExpected': { message: 'A comma is missing' },
  'JSON.Empty': { message: 'There is no JSON here' },
  'JSON.EndOfFileExpected': { message: 'Something follows where the JSON ends' },
  'JSON.InvalidCharacter': { message: 'A character is not allowed here' },
  'JSON.InvalidCommentToken': { message: 'A comment is not allowed here' },
  'JSON.InvalidEscapeCharacter': { message: 'An escape in a string is not valid' },
  'JSON.InvalidNumberFormat': { message: 'A number is not valid' },
  'JSON.InvalidSymbol': { message: 'A word stands where a value should' },
  'JSON.InvalidUnicode': { message: 'A \\u escape is not valid' },
  'JSON.PropertyNameExpected': { message: 'The name of a member is missing' },
  'JSON.UnexpectedEndOfComment': { message: 'A comment does not end' },
  'JSON.UnexpectedEndOfNumber': { message: 'A number breaks off' },
  'JSON.UnexpectedEndOfString': { message: 'A string does not end' },
  'JSON.ValueExpected': { message: 'A value is missing' },
} as const satisfies Readonly<Record<string, Sentence>>

export type SentenceKey = keyof typeof sentencesEn
