import { javascriptLanguage } from '@codemirror/lang-javascript'
import { pythonLanguage } from '@codemirror/lang-python'
import { yamlLanguage } from '@codemirror/lang-yaml'
import { ColouredCode } from '../../editor/coloured-code.tsx'
import { mixedParser } from '../../spl/language.ts'
import type { Example } from './entries.ts'

const PARSERS = {
  javascript: javascriptLanguage.parser,
  python: pythonLanguage.parser,
  yaml: yamlLanguage.parser,
} as const

/** What comes before a part of a query. */
const BEFORE = { whole: '', stage: '.entity | ', word: '.entity | where ' } as const

/** The code of an example, in colours. */
export const ExampleCode = ({ example, fits, language }: Example) =>
  language ? (
    <ColouredCode text={example} parser={PARSERS[language]} />
  ) : (
    <ColouredCode text={example} parser={mixedParser} before={BEFORE[fits ?? 'whole']} />
  )
