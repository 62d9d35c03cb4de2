import zhCN from 'zod/v4/locales/zh-CN.js'
import { z } from 'zod'
import { translateSentence } from './sentence-templates.ts'
import { serverSentencesZh } from './server-sentences.zh.ts'
import type { Catalog } from '#shared/workbench/sentences/sentence.ts'
import { sentencesZh } from '#shared/workbench/sentences/zh.ts'

const issueSchema = z.looseObject({ code: z.string(), message: z.string() })
const ofWrongType = z.looseObject({ code: z.literal('invalid_type'), expected: z.string() })
const { localeError } = zhCN()

/**
 * zod's translated messages need the rejected value, which is not transferred; its English message names the
 * type.
 */
function reasonOf(thing: unknown): string | undefined {
  const issue = issueSchema.safeParse(thing)
  // The issue has a custom reason from one of our schemas.
  if (!issue.success || issue.data.code === 'custom') return undefined
  const wrong = ofWrongType.safeParse(thing)
  if (wrong.success) {
    const received = /received (\w+)/.exec(issue.data.message)?.[1]
    return `应为 ${wrong.data.expected}${received === undefined ? '' : `，实际为 ${received}`}`
  }
  const translated = localeError(thing as Parameters<typeof localeError>[0])
  return typeof translated === 'string' ? translated : translated?.message
}

/** Failure messages in Chinese. */
export const catalogZh: Catalog = {
  sentences: sentencesZh,
  reasonOf,
  saidOf: (sentence) => translateSentence(serverSentencesZh, sentence),
}
