import { addressSentencesEn } from './addresses.en.ts'
import { appSentencesEn } from './apps.en.ts'
import { backendSentencesEn } from './backends.en.ts'
import { bundleSentencesEn } from './bundles.en.ts'
import { fetchSentencesEn } from './fetch.en.ts'
import { fileSentencesEn } from './files.en.ts'
import { refusalSentencesEn } from './refusals.en.ts'
import { startSentencesEn } from './start.en.ts'
import { telemetrySentencesEn } from './telemetry.en.ts'

/** Text of a failure: one sentence and optionally what to do next. `{names}` are placeholders. */
export interface Sentence {
  readonly message: string
  readonly hint?: string
}

/**
 * All failure texts of the core, by code; a suffix after a dot distinguishes sentences of one code. Text from
 * a server is inserted untranslated as a value. Other languages have the same keys (`zh.ts`; a test compares
 * them).
 */
export const sentencesEn = {
  ...addressSentencesEn,
  ...appSentencesEn,
  ...backendSentencesEn,
  ...bundleSentencesEn,
  ...fetchSentencesEn,
  ...fileSentencesEn,
  ...refusalSentencesEn,
  ...startSentencesEn,
  ...telemetrySentencesEn,
  ADDRESS_REFUSED: {
    message: 'Orrery doesn’t open {protocol} addresses.',
    hint: 'Copy the address if you trust it.',
  },
  AGENT_BAD_ANSWER: {
    message: 'The agent endpoint’s answer contains no text.',
    hint: 'It must use the chat completions format.',
  },
  AGENT_FAILED: { message: 'The agent stopped: {problem}' },
  AGENT_NOT_CONFIGURED: {
    message: 'No agent endpoint is set up.',
    hint: 'Add one under Agent endpoint…. Nothing is sent until you do.',
  },
  DIVERGED: {
    message: 'The replay differs from the record at step {turn}, so the action was not sent.',
    hint: 'Review the difference, then act again to continue from here.',
  },
  EPISODE_MOVED: {
    message: 'Another window acted first, so this action was not sent.',
    hint: 'Check what happened, then act again.',
  },
  NOT_REPRODUCIBLE: {
    message: 'This episode was reset without a seed, and its environment has moved on.',
    hint: 'It can’t be continued. Reset to start a new one.',
  },
  'NOT_REPRODUCIBLE.replay': {
    message: 'This episode was reset without a seed, so it can’t be replayed.',
    hint: 'Set a seed and reset to be able to go back.',
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
  'RECORDING_UNREADABLE.empty': { message: 'The file is empty.' },
  'RECORDING_UNREADABLE.unknown': {
    message: 'This is not a trajectory file that Orrery can read.',
    hint: 'It reads its own JSON Lines, OpenAI messages, one step per line, ATIF, Inspect logs, CSV and Parquet.',
  },
  'RECORDING_UNREADABLE.json': { message: 'Line {line} is not JSON: {reason}.' },
  'RECORDING_UNREADABLE.record': {
    message: 'Line {line} is JSON, but not an object.',
    hint: 'Each line must be one object: an episode, or a step.',
  },
  'RECORDING_UNREADABLE.kind': {
    message: 'Line {line}: “kind” must be “header”, “reset”, “step” or “summary”.',
  },
  'RECORDING_UNREADABLE.field': { message: 'Line {line}: “{field}” is not valid ({reason}).' },
  'RECORDING_UNREADABLE.number': { message: 'Line {line}: “{field}” must be a number.' },
  'RECORDING_UNREADABLE.text': { message: 'Line {line}: “{field}” must be text.' },
  'RECORDING_UNREADABLE.flag': { message: 'Line {line}: “{field}” must be true or false.' },
  'RECORDING_UNREADABLE.fields': { message: 'Line {line}: “{field}” must be an object.' },
  'RECORDING_UNREADABLE.list': { message: 'Line {line}: “{field}” must be a list.' },
  'RECORDING_UNREADABLE.begin': { message: 'Line {line}: an episode must begin with its header.' },
  'RECORDING_UNREADABLE.reset': { message: 'The reset of an episode is missing before line {line}.' },
  'RECORDING_UNREADABLE.secondReset': {
    message: 'Line {line}: this episode was reset already.',
    hint: 'Another episode needs a header of its own.',
  },
  'RECORDING_UNREADABLE.parent': { message: 'Line {line}: this episode has no line {found}.' },
  'RECORDING_UNREADABLE.order': { message: 'Line {line}: “t” must be {wanted}, but it is {found}.' },
  'RECORDING_UNREADABLE.role': {
    message: 'Line {line}: “{field}” has the role “{found}”, which is not known.',
  },
  'RECORDING_UNREADABLE.noAction': {
    message: 'Line {line}: “{field}” has no message from an assistant, so it contains no action.',
  },
  'RECORDING_UNREADABLE.rewards': {
    message: 'Line {line}: “{field}” must be one number, or a list of {wanted}.',
  },
  'RECORDING_UNREADABLE.cells': { message: 'Line {line} has {found} cells, but there are {wanted} columns.' },
  'RECORDING_UNREADABLE.quote': {
    message: 'Line {line}: a quotation mark is not closed, or something follows it.',
  },
  'RECORDING_UNREADABLE.actionColumn': {
    message: 'No column holds the actions.',
    hint: 'Choose the column that does.',
  },
  'RECORDING_UNREADABLE.archive': {
    message: 'This archive cannot be read: {reason}.',
    hint: 'Unpack it and open the JSON file.',
  },
  'RECORDING_UNREADABLE.entry': { message: '“{name}” in this archive cannot be read: {reason}' },
  'RECORDING_UNREADABLE.parquet': { message: 'This Parquet file cannot be read: {reason}.' },
  'RECORDING_UNREADABLE.verdict': {
    message: 'Line {line} is not a verdict. It needs a reviewer, a fingerprint and an index.',
  },
  UNKNOWN_BATCH: { message: 'This batch was removed.' },
  UNKNOWN_EPISODE: { message: 'This episode was removed from the library.' },
  UNKNOWN_RECORDINGS: { message: 'These recordings were removed.' },
  UNKNOWN_TAB: { message: 'This tab was closed.' },
  'AGENT_KEY_MISSING.secret': {
    message: 'The key of the agent endpoint isn’t stored on this computer.',
    hint: 'Enter it again in the endpoint’s settings.',
  },
  'AGENT_KEY_MISSING.session': {
    message: 'The key of the agent endpoint was only for the previous session.',
    hint: 'Enter it again in the endpoint’s settings.',
  },
  'AGENT_KEY_MISSING.env': {
    message: 'The environment variable {name}, which holds the agent endpoint’s key, isn’t set.',
    hint: 'Start Orrery with the variable set, or enter the key in the endpoint’s settings.',
  },
  AGENT_REFUSED: { message: 'The agent endpoint answered HTTP {status}: {reason}' },
  'AGENT_REFUSED.key': {
    message: 'The agent endpoint answered HTTP {status}: {reason}',
    hint: 'Check the endpoint’s key.',
  },
  AGENT_UNREACHABLE: {
    message: 'The agent endpoint could not be reached: {reason}.',
    hint: 'Check its address; it is the part before /chat/completions.',
  },
  CANCELLED: { message: 'The call was cancelled.' },
  'CANCELLED.making': { message: 'Creating the environment was cancelled.' },
  CONNECTIONS_FILE_BROKEN: {
    message: '{path} is not valid JSON: {reason} at line {line}, column {column}.',
    hint: 'Fix the file, then try again. Orrery doesn’t overwrite it.',
  },
  CONSENT_NEEDED: {
    message: 'Allow {name} to run? {commandLine}',
    hint: 'Allow the command if you trust it.',
  },
  'DEFINITION_INCOMPLETE.command': { message: 'A stdio server needs a command.' },
  'DEFINITION_INCOMPLETE.either': { message: 'Enter a command or a URL.' },
  'DEFINITION_INCOMPLETE.url': { message: 'A server of type {type} needs a URL.' },
  DISCONNECTED: {
    message: 'Lost the connection to Orrery.',
    hint: 'Orrery reconnects automatically. Nothing that was saved is lost.',
  },
  DOCUMENT_NEWER: {
    message: 'A later version of Orrery wrote {path}.',
    hint: 'Open it with that version. The file was not changed.',
  },
  EDIT_MISMATCH: { message: 'The change doesn’t match the stored version. Nothing was changed.' },
  EMBEDDED: { message: 'This connection is built in and can’t be removed.', hint: 'Stop it instead.' },
  DOWNLOAD_ENDED: { message: 'The browser ended this download before it was complete.' },
  GEM_BAD_ANSWER: {
    message: 'The platform’s answer to {path} has an unexpected format.',
    hint: 'See the raw text in the request pane. Is this address a sandbox platform?',
  },
  GEM_GONE: {
    message: 'The platform no longer has this sandbox: {reason}',
    hint: 'The episode is saved. Open the environment again to replay it up to here.',
  },
  GEM_NO_ENVIRONMENT: {
    message: 'The platform has no environment “{id}”.',
    hint: 'Choose one from the catalogue, or another platform.',
  },
  'GEM_NO_ENVIRONMENT.near': {
    message: 'The platform has no environment “{id}”. Similar: {near}.',
    hint: 'Choose one from the catalogue, or another platform.',
  },
  GEM_NOT_OFFERED: {
    message: 'The platform has nothing at {path} (HTTP {status}).',
    hint: 'It may not offer environments, or offers them under another path. Set `paths.gem` in the connection.',
  },
  'GEM_TIMEOUT.silent': {
    message: 'The platform gave no answer within {patience} seconds.',
    hint: 'The call may have taken effect. Reset, or rewind to the last step, to get back to a known state.',
  },
  'GEM_TIMEOUT.gaveUp': {
    message: 'The platform gave up on the sandbox (HTTP {status}): {reason}',
    hint: 'The call may have taken effect. Rewind to the last step to get back to a known state.',
  },
  GEM_UNREACHABLE: {
    message: 'The platform at {origin} could not be reached: {reason}.',
    hint: 'Check the connection in the status bar. The episode is saved and can be replayed when the platform is back.',
  },
  INVALID_INPUT: { message: '{path}: {reason}' },
  'INVALID_INPUT.long': { message: 'Too long: {path} can have at most {most} characters.' },
  LOG_CHANGED: { message: 'Something else was recorded first. Nothing was added.' },
  MALFORMED_RESPONSE: {
    message: 'The schema index of the server has no lists of elements and links.',
    hint: 'Read it in the Console: it should be an object with both lists.',
  },
  NOT_A_BACKUP: {
    message: 'This file is not an Orrery backup.',
    hint: 'Choose a file named orrery-backup-….json. Nothing was changed.',
  },
  'NOT_CONNECTED.backoff': { message: '{name} is restarting.', hint: 'See its log in the status bar.' },
  'NOT_CONNECTED.failed': {
    message: '{name} has failed.',
    hint: 'Start it from the status bar. Its log has the details.',
  },
  'NOT_CONNECTED.off': { message: '{name} is switched off.', hint: 'Start it from the status bar.' },
  'NOT_CONNECTED.ready': { message: '{name} isn’t answering yet.', hint: 'Try again in a moment.' },
  'NOT_CONNECTED.starting': { message: '{name} is starting.', hint: 'Try again in a moment.' },
  'NOT_CONNECTED.stopped': {
    message: '{name} is stopped.',
    hint: 'Start it from the status bar. Its log has the details.',
  },
  'NOT_CONNECTED.ended': {
    message: '{name} ended before it answered.',
    hint: 'It restarts automatically. Its log in the status bar has the details; then try again.',
  },
  NO_ANSWER: {
    message: '{name} did not answer in time.',
    hint: 'It may still be working. Try again in a moment.',
  },
  NOT_TOON: {
    message: 'The text of {uri} is not valid TOON: {reason}',
    hint: 'Read the resource in the Console to see the text as the server sent it.',
  },
  NO_WINDOWS: { message: 'Orrery can’t open windows here.', hint: 'Open another browser tab instead.' },
  SERVER_REFUSED: {
    message: '{reason}',
    hint: 'The server answered with protocol error {code}. See the request inspector for details.',
  },
  'CANCELLED.platform': { message: '{reason}' },
  NOT_OFFERED: { message: '{reason}', hint: 'This platform doesn’t offer the operation.' },
  PLATFORM_REFUSED: { message: '{reason}' },
  PLATFORM_TIMEOUT: { message: '{reason}', hint: 'It may still be working. Try again in a moment.' },
  PLATFORM_UNREACHABLE: {
    message: '{reason}',
    hint: 'Orrery reconnects automatically. See its state in the status bar.',
  },
  SANDBOX_PAUSED: { message: 'The sandbox is paused.', hint: 'Resume it to go on.' },
  SANDBOX_NOT_RUNNING: { message: '{reason}', hint: 'Restart the sandbox to continue.' },
  SESSION_ENDED: {
    message: '{reason}',
    hint: 'Open a new session. The sandbox and its files are still there.',
  },
  'SESSION_ENDED.exit': {
    message: 'The shell ended with exit code {code}.',
    hint: 'Open a new session. The sandbox and its files are still there.',
  },
  UNEXPECTED_ANSWER: { message: '{reason}' },
  'UNAUTHORIZED.platform': { message: 'Not authorised: {reason}', hint: 'Check its token in the Console.' },
  QUESTION_GONE: { message: 'The server no longer waits for this answer.' },
  SECRETS_NOT_SAFE: {
    message: 'This computer has no encrypted store for secrets.',
    hint: 'Use ${env:NAME} in the connection instead, or agree in Settings › Privacy to keep secrets in a file that only you can read.',
  },
  TRACE_DROPPED: {
    message: 'Message {sequence} is no longer available.',
    hint: 'A trace keeps the last {messages} messages, up to {megabytes} MB.',
  },
  UNAUTHORIZED: {
    message: 'The platform refused the request with HTTP {status}.',
    hint: 'Check the token in this connection’s headers.',
  },
  UNKNOWN_CONNECTION: { message: 'There is no connection named {id}.', hint: 'Known connections: {known}.' },
  UNKNOWN_DOCUMENT: { message: 'Orrery has no documents named {name}.' },
  UNKNOWN_PROCEDURE: { message: 'There is no procedure {name}.' },
  JOB_NOT_STARTED: {
    message: 'The command did not start in the background: {reason}',
    hint: 'Run it in the terminal to see why.',
  },
  UNKNOWN_JOB: { message: 'This job is no longer in the list.' },
  UNKNOWN_TERMINAL: { message: 'This terminal was closed.' },
  'WRONG_KIND.model': { message: '{id} is not a model server.' },
  'WRONG_KIND.platform': { message: '{id} is not a sandbox platform.' },
  'WRONG_KIND.telemetry': { message: '{id} is not a telemetry endpoint.' },

  // Why a connection is not ready; identified by a step instead of a code.
  ROOT_NOT_ABSOLUTE: {
    message: '{path} is not an absolute path.',
    hint: 'Start at the root, for example /home/me/project.',
  },
  SIGN_IN_FAILED: {
    message: 'Signing in did not work: {reason}.',
    hint: 'If the server doesn’t register clients automatically, enter the client ID it gave you.',
  },
  SIGN_IN_LATE: { message: 'Signing in took too long.', hint: 'Sign in again.' },
  SIGN_IN_NOWHERE: { message: 'This connection is a program, so there is nothing to sign in to.' },
  SIGN_IN_REFUSED: { message: 'The sign-in was refused: {reason}.', hint: 'Sign in again.' },
  SIGN_IN_WANTED: {
    message: '{name} wants you to sign in for this.',
    hint: 'Sign in on its Overview, then call again.',
  },

  // Problems in a file or snippet; JSON syntax errors use the parser's names.
  'FILE.bundle': {
    message: 'This server comes as a bundle, and the text only contains its name.',
    hint: 'Download {url}, and choose the .mcpb file here.',
  },
  'FILE.packages': {
    message: 'This server comes as a package of a kind that Orrery can’t run: {types}.',
    hint: 'Add it with the command from its README. Orrery runs npm, PyPI and NuGet packages and OCI images.',
  },
  'FILE.noServers': {
    message: 'No mcpServers, no servers, and no server with a command or a URL was found.',
  },
  'FILE.notToml': { message: 'This isn’t valid TOML.' },
  'FILE.notUnderstood': {
    message: 'Orrery doesn’t recognize this as a configuration, a command or an address.',
    hint: 'Paste a command (npx …), an address, an install link, or a configuration in JSON, TOML or YAML.',
  },
  'FILE.notObject': { message: 'This is JSON, but not an object with servers.' },
  'FILE.notObjects': { message: 'mcpServers, platforms and telemetry must be objects' },
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
  'JSON.InvalidSymbol': { message: 'A word is where a value should be' },
  'JSON.InvalidUnicode': { message: 'A \\u escape is not valid' },
  'JSON.PropertyNameExpected': { message: 'The name of a member is missing' },
  'JSON.UnexpectedEndOfComment': { message: 'A comment does not end' },
  'JSON.UnexpectedEndOfNumber': { message: 'A number breaks off' },
  'JSON.UnexpectedEndOfString': { message: 'A string does not end' },
  'JSON.ValueExpected': { message: 'A value is missing' },
} as const satisfies Readonly<Record<string, Sentence>>

export type SentenceKey = keyof typeof sentencesEn
