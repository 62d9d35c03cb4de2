import type { ErrorCode, YAMLError } from 'yaml'
import { text, type MessageKey } from '../../i18n/text.ts'

/** What is wrong with a text that is not YAML, and what to do; of the rarer faults the library's words say more. */
const WORDS: Partial<Record<ErrorCode, MessageKey>> = {
  BAD_INDENT: 'authoring.yaml.indent',
  BAD_SCALAR_START: 'authoring.yaml.start',
  BAD_DQ_ESCAPE: 'authoring.yaml.escape',
  BLOCK_AS_IMPLICIT_KEY: 'authoring.yaml.nested',
  DUPLICATE_KEY: 'authoring.yaml.twice',
  MISSING_CHAR: 'authoring.yaml.end',
  MULTILINE_IMPLICIT_KEY: 'authoring.yaml.colon',
  TAB_AS_INDENT: 'authoring.yaml.tab',
  UNEXPECTED_TOKEN: 'authoring.yaml.unexpected',
}

/** A fault of the YAML parser in the page's language, without its place. */
export function yamlFault({ code, message }: YAMLError): string {
  const words = WORDS[code]
  if (words) return text(words)
  const [first = ''] = message.split('\n')
  return first.replace(/ at line \d+, column \d+:?$/, '')
}
