/** What answers at a pasted address. */
export const addressSentencesEn = {
  'ADDRESS.model': { message: 'An MCP server answers at {url}.' },
  'ADDRESS.modelLocked': {
    message: 'An MCP server answers at {url}, and asks for a key or a sign-in.',
    hint: 'Import it, then edit it to enter the key, or sign in.',
  },
  'ADDRESS.platform': {
    message: 'A sandbox platform answers at {url}, not an MCP server.',
    hint: 'Add it as a sandbox platform.',
  },
  'ADDRESS.platformLocked': {
    message: 'A sandbox platform answers at {url}, and asks for a key or token.',
    hint: 'Add it as a sandbox platform, with the key.',
  },
  'ADDRESS.locked': {
    message: 'What answers at {url} asks for a key or a sign-in before it says what it is.',
    hint: 'An MCP server can be signed in to after the import; for a sandbox platform choose that above, and enter the key.',
  },
  'ADDRESS.neither': {
    message: 'Neither an MCP server nor a sandbox platform answers at {url} (HTTP {status}).',
    hint: 'Check the address: that of an MCP server often ends with /mcp.',
  },
  'ADDRESS.unreachable': {
    message: 'Nothing answers at {url}: {reason}.',
    hint: 'Check the address, and whether the server runs.',
  },
} as const
