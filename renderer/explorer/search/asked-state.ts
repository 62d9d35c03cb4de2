import { asked } from '../../app/palette-rank.ts'
import { SUSPECT, STATES, BAD } from '../graph/entity-state.ts'

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
}

/** What asks for everything that is not well. */
const UNWELL =
  /^(?:errors?|broken|fail(?:s|ing|ed|ures?)?|unhealthy|problems?|wrong|bad|critical|down|sick|alert(?:s|ing)?)$/
const UNWELL_ZH = /降级|异常|故障|错误|出错|失败|告警|不健康|有问题/
/** What asks for one state. */
const ONE = /^(?:healthy|degraded|warning|pending|running|stale|paused|unavailable|crashed)$/
/** What says nothing of what is asked for. */
const ANY = /^(?:show|list|find|give|see|all|any|every|everything|now|currently|entit(?:y|ies)|things?)$/

export function questionOf(typed: string): Question {
  const words = asked(typed)
  const parts = words.split(' ')
  const unwell = parts.some((part) => UNWELL.test(part)) || UNWELL_ZH.test(words)
  const isState = (part: string): boolean => UNWELL.test(part) || ONE.test(part)
  return {
    words,
    isSentence: /\s/.test(typed.trim()) || (UNWELL_ZH.test(words) && words.length > 2),
    states: unwell ? [...BAD, ...SUSPECT] : parts.filter((part) => ONE.test(part)),
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
