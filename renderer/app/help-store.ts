import { create } from 'zustand'

export const HELP_TOPICS = ['words', 'spl', 'tools', 'environments', 'keys'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** The help beside the benches: whether it is open, on which topic, and what is looked for in it. */
export const useHelp = create<{ readonly open: boolean; readonly topic: HelpTopic; readonly search: string }>(
  () => ({ open: false, topic: 'words', search: '' }),
)

/** Opens the help; on the page of what was asked about, where something was. */
export const openHelp = (topic?: HelpTopic, search = ''): void =>
  useHelp.setState((before) => ({ open: true, topic: topic ?? before.topic, search }))

export const closeHelp = (): void => useHelp.setState({ open: false })
