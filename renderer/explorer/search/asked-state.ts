import { plain } from '../../app/palette-rank.ts'
import { meaningful, withoutAsking } from '../../app/palette-words.ts'
import { SUSPECT, STATES, BAD, toneOfState } from '../graph/entity-state.ts'

/** A question in plain words, such as “services that are degraded”. */
export interface Question {
  /** Its words that count. */
  readonly words: string
  /** It is asked in a sentence, not typed as a name. */
  readonly isSentence: boolean
  /** The states that are asked for, as entities have them. */
  readonly states: readonly string[]
  /** What the entities are that are asked for, such as “service”. */
  readonly of: readonly string[]
  /** What is asked of the named thing: what depends on it, or what it depends on. */
  readonly way?: 'dependents' | 'dependencies' | undefined
}

/** What asks for everything that is not well. */
const UNWELL =
  /^(?:errors?|broken|fail(?:s|ing|ed|ures?)?|unhealthy|problems?|wrong|bad|critical|down|sick|alert(?:s|ing)?)$/
const UNWELL_ZH = /降级|异常|故障|错误|出错|失败|告警|不健康|有问题/
/** Whether a word asks for one state; shorter ones, such as “up”, have other meanings. */
const isOne = (part: string): boolean => part.length > 3 && toneOfState(part) !== undefined
/** What says nothing of what is asked for. */
const ANY = /^(?:show|list|find|give|see|all|any|every|everything|now|currently|entit(?:y|ies)|things?)$/

/** Questions about what depends on something, with its name, and the other way round. */
const WAYS = [
  ['dependencies', /^what (?:does|do|are) (?:the )?(.+?) (?:depends? on|calls?|uses?)$/],
  ['dependents', /^(?:what|who|which \w+) (?:depends? on|calls?|uses?) (?:the )?(.+)$/],
  ['dependents', /^(?:dependents|callers|users) of (?:the )?(.+)$/],
  ['dependencies', /^dependencies of (?:the )?(.+)$/],
  ['dependents', /^(?:谁|什么|哪些(?:服务|实体)?)(?:在|会)?(?:依赖|调用|使用)(?:了|于)?\s*(.+)$/],
  ['dependents', /^(.+?)\s*被(?:谁|什么|哪些(?:服务|实体)?)(?:依赖|调用|使用)$/],
  ['dependencies', /^(.+?)\s*(?:依赖|调用|使用)(?:了|于)?(?:谁|什么|哪些(?:服务|实体)?)$/],
] as const

/** The question of what depends on something, as a search for that. */
function wayOf(typed: string): Question | undefined {
  const plain = typed
    .trim()
    .toLowerCase()
    .replace(/[?？]$/, '')
  for (const [way, pattern] of WAYS) {
    const [, words] = pattern.exec(plain) ?? []
    if (words !== undefined) return { words, isSentence: true, states: [], of: [], way }
  }
  return undefined
}

/** The words that count, each as a name may spell it: `checkout-service`, `5.12.0`. */
function wordsOf(typed: string): string[] {
  const words = withoutAsking(plain(typed))
    .split(' ')
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, ''))
  return [...meaningful(words.filter(Boolean))]
}

export function questionOf(typed: string): Question {
  const way = wayOf(typed)
  if (way) return way
  const parts = wordsOf(typed)
  const words = parts.join(' ')
  const unwell = parts.some((part) => UNWELL.test(part)) || UNWELL_ZH.test(words)
  const isState = (part: string): boolean => UNWELL.test(part) || isOne(part)
  return {
    words,
    isSentence: /\s/.test(typed.trim()) || (UNWELL_ZH.test(words) && words.length > 2),
    states: unwell ? [...BAD, ...SUSPECT] : parts.filter(isOne),
    of: UNWELL_ZH.test(words)
      ? []
      : parts.filter((part) => !isState(part) && !ANY.test(part)).map((part) => part.replace(/s$/, '')),
  }
}

/** The query for entities of any set in one of these states. */
export function stateQuery(states: readonly string[]): string {
  const spelt = states.flatMap((state) => [state, state.charAt(0).toUpperCase() + state.slice(1)])
  const list = spelt.map((state) => `'${state}'`).join(', ')
  return `.entity\n| where ${STATES.map((field) => `${field} in [${list}]`).join('\n  or ')}`
}
