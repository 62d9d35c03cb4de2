export const startMessages = {
  'start.title': 'Start',
  'start.lead':
    'See how your systems fit together, ask questions about them, run code safely, and test agents, all in one window.',
  'start.close': 'Close the Start page',
  'start.cards': 'What you can do here',
  'start.open': 'Open {bench}',
  'start.card.explorer': 'Understand a system',
  'start.card.explorer.text':
    'For operations: services, their dependencies and their telemetry as a graph that you can query.',
  'start.card.explorer.example': 'What does checkout depend on?',
  'start.card.sandboxes': 'Run code safely',
  'start.card.sandboxes.text':
    'For developers: terminals, files and ports in throw-away machines, on this computer or a cluster.',
  'start.card.sandboxes.example': 'Open a shell',
  'start.card.environments': 'Test an agent',
  'start.card.environments.text':
    'For agent builders: games and tasks with rewards, played by hand, by a solver or by your model.',
  'start.card.environments.example': 'Play Wordle against a solver',
  'start.card.console': 'Debug an MCP server',
  'start.card.console.text':
    'For tool authors: call tools with forms, read resources, and see every message that is sent.',
  'start.card.console.example': 'Connect an MCP server',
  'start.continue': 'Continue',
  'start.continue.none': 'What you open will be listed here.',
  'start.connect': 'Connect',
  'start.connect.server': 'MCP server or sandbox platform…',
  'start.connect.agent': 'Model for agents…',
  'start.health': 'Connected',
  'start.keys': 'Good to know',
  'start.keys.palette': 'Search everything',
  'start.keys.help': 'Help',
  'start.keys.settings': 'Settings',
  'start.atLaunch': 'Show this page when Orrery starts',
  'start.version': 'Version {version}',
  'start.help': 'Help',
  'start.help.search': 'Search help',
  'start.help.close': 'Close help',
  'start.help.nothing': 'Nothing found.',
  'start.help.insert': 'Open in Query',
  'start.help.words': 'Words',
  'start.help.spl': 'SPL',
  'start.help.tools': 'Tools',
  'start.help.environments': 'Environments',
  'start.help.keys': 'Keys',
  'start.help.sources': 'Source',
  'start.help.stages': 'Stage',
  'start.help.operators': 'Operator',
  'start.help.functions': 'Function',
  'start.help.methods': 'Method',
  'start.help.term.spl': 'SPL',
  'start.help.term.spl.text':
    'Search Processing Language. A query begins with a source, such as .entity, and passes its rows through stages separated by |.',
  'start.help.term.gem': 'GEM',
  'start.help.term.gem.text':
    'A format for environments in which agents learn and are tested: reset gives an observation, each step takes an action and returns the next observation, a reward, and whether the episode has ended.',
  'start.help.term.mcp': 'MCP',
  'start.help.term.mcp.text':
    'Model Context Protocol. Servers offer tools, resources and prompts to programs that work with language models.',
  'start.help.term.toon': 'TOON',
  'start.help.term.toon.text':
    'Token-Oriented Object Notation: a compact way to write JSON data for language models.',
  'start.help.term.element': 'Element',
  'start.help.term.element.text':
    'A part of a model: an entity set, a data set such as metrics or logs, a storage, a runbook, or a link between two of them.',
  'start.help.term.entity': 'Entity',
  'start.help.term.entity.text':
    'One real thing of an entity set, such as the service “checkout”. Entities and their relations make the topology.',
  'start.help.term.sandbox': 'Sandbox',
  'start.help.term.sandbox.text':
    'A machine of its own, with a shell, files and ports, that can be thrown away without harm.',
  'start.help.term.episode': 'Episode',
  'start.help.term.episode.text':
    'One play of an environment, from its reset to its end, with every action, observation and reward.',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof startMessages, string> {}
}
