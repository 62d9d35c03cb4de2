import { appMessages } from './app/messages.en.ts'
import type { Bench } from './app/bench.ts'
import { authoringBench } from './authoring/bench.ts'
import { consoleBench } from './console/bench.ts'
import { designBench } from './design/bench.ts'
import { environmentsBench } from './environments/bench.ts'
import { explorerBench } from './explorer/bench.ts'
import { investigationsBench } from './investigations/bench.ts'
import type { MessageArea } from './i18n/text.ts'
import { queryBench } from './query/bench.ts'
import { sandboxesBench } from './sandboxes/bench.ts'
import { settingsBench } from './settings/bench.ts'
import { startBench } from './start/bench.ts'
import { telemetryMessages } from './telemetry/messages.en.ts'
import { uiMessages } from './ui/messages.en.ts'

/** All benches, in display order. */
export const benches: readonly Bench[] = [
  startBench,
  explorerBench,
  queryBench,
  sandboxesBench,
  environmentsBench,
  consoleBench,
  investigationsBench,
  authoringBench,
  settingsBench,
  designBench,
]

/** The texts of all areas of the page. */
export const messageAreas: readonly MessageArea[] = [
  { en: uiMessages, zh: async () => (await import('./ui/messages.zh.ts')).uiMessagesZh },
  { en: appMessages, zh: async () => (await import('./app/messages.zh.ts')).appMessagesZh },
  { en: telemetryMessages, zh: async () => (await import('./telemetry/messages.zh.ts')).telemetryMessagesZh },
  ...benches.map(({ messages }) => messages),
]
