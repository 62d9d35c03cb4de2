/** The minimal environment plugin in each language, shown in the help. */
export const PLUGIN_EXAMPLES = {
  python: `class Echo:
    """Say anything."""

    def reset(self, seed=None):
        return 'Say anything.', {}

    def step(self, action):
        return f'You said {action}.', 1.0, True, False, {}`,
  javascript: `export const environments = () => [
  {
    entry: {
      id: 'my:Echo',
      family: 'Echo',
      title: 'Echo',
      summary: 'Say anything.',
      maxTurns: 1,
      action: { pattern: '.+', flags: '', words: 'Any text.', examples: ['hello'] },
      ends: ['After one turn'],
    },
    create: () => ({
      reset: (seed) => ({ observation: 'Say anything.', info: {} }),
      step: (text) => ({
        observation: \`You said \${text}.\`,
        reward: 1,
        terminated: true,
        truncated: false,
        info: {},
      }),
    }),
  },
]`,
} as const
